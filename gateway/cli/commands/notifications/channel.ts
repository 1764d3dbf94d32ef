import { type Command, Option } from 'commander'
import {
  type ChannelKind,
  ChannelKindSchema,
  ChannelSchema,
  type Notification,
  NotificationSchema,
  NotificationService,
  NotificationState,
} from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { EVENTS } from '../../../../services/ledger/domain/notifications/events.ts'
import type { Call } from '../../calls/control-call.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { changes, values } from '../../options/given.ts'
import { addressFromStdin } from '../../options/stdin.ts'
import { readAll } from '../../views/pages.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, commas, personVerb, positive, resource, uuid, wholeNumber } from '../command.ts'

const method = NotificationService.method
const KINDS = enumText<ChannelKind>(ChannelKindSchema)

/** `attestry channel …`: the channels by which an organization is notified of events. */
export function channelCommand(): Command {
  return resource('channel', 'Notification channels', [
    channelCreate(),
    channelList(),
    channelUpdate(),
    channelTest(),
    channelDelete(),
  ])
}

function channelCreate(): Command {
  return settings(
    personVerb(
      'create',
      'Create a channel; the signing secret of a webhook is shown once.',
      'channel create --org ID --name on-call --kind email --recipients ciso@example.com',
    )
      .requiredOption('--name <name>', 'its name')
      .addOption(
        new Option('--kind <kind>', 'the kind of channel').choices(KINDS.words).makeOptionMandatory(),
      ),
    'new',
  ).action(
    asPerson<Settings & { name: string; kind: string }>(async (options, { call }) => {
      const { events = [], recipients = [], remindHours = [] } = options
      const { channel, secret } = await call(method.createChannel, {
        name: options.name,
        kind: KINDS.value(options.kind),
        events,
        recipients,
        remindHours,
        url: (await urlOf(options)) ?? '',
      })
      return item({ ...plain(ChannelSchema, channel!), ...(secret === '' ? {} : { secret }) })
    }),
  )
}

function channelList(): Command {
  return personVerb('list', 'List the channels, never their secrets.', 'channel list --org ID')
    .option('--deleted', 'also the deleted ones')
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<{ limit?: number; deleted?: boolean }>(async ({ limit, deleted = false }, { call }) => {
        const found = await readAll(limit, async (page) => {
          const { channels, nextCursor } = await call(method.listChannels, { page, deleted })
          return { rows: channels, nextCursor }
        })
        const rows = found.map((channel) => plain(ChannelSchema, channel))
        return list(rows, ['id', 'name', 'kind', 'status', 'origin', 'recipients', 'events'])
      }),
    )
}

function channelUpdate(): Command {
  return settings(
    personVerb(
      'update',
      'Change a channel; options that are not given change nothing.',
      'channel update --org ID --id ID --events incident.opened,gate.blocked',
    )
      .requiredOption('--id <id>', 'the channel', uuid)
      .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
      .option('--name <name>', 'another name'),
    'existing',
  ).action(
    asPerson<Settings & { id: string; version?: number; name?: string }>(async (options, { call }) => {
      const { id, version = 0, name, events, recipients, remindHours } = options
      const change = changes({
        name,
        url: await urlOf(options),
        events: values(events),
        recipients: values(recipients),
        remindHours: values(remindHours),
      })
      const { channel } = await call(method.updateChannel, { id, expectedVersion: version, ...change })
      return item(plain(ChannelSchema, channel!))
    }),
  )
}

function channelTest(): Command {
  return personVerb(
    'test',
    'Send a test message, and show whether it arrived.',
    'channel test --org ID --id CHANNEL_ID',
  )
    .requiredOption('--id <id>', 'the channel', uuid)
    .option('--wait <seconds>', 'how long to wait for the first attempt (default: 20)', wholeNumber)
    .action(
      asPerson<{ id: string; wait?: number }>(async ({ id, wait = 20 }, { call }) => {
        const { notification } = await call(method.testChannel, { id })
        const tried = await attempted(call, notification!, wait)
        return item(plain(NotificationSchema, tried), tried.state === NotificationState.SENT ? 0 : 1)
      }),
    )
}

function channelDelete(): Command {
  return personVerb(
    'delete',
    'Delete a channel and cancel its waiting notifications.',
    'channel delete --org ID --id CHANNEL_ID',
  )
    .requiredOption('--id <id>', 'the channel', uuid)
    .action(
      asPerson<{ id: string }>(async ({ id }, { call }) =>
        item(plain(ChannelSchema, (await call(method.deleteChannel, { id })).channel!)),
      ),
    )
}

/** Waits for the first attempt of a notification. Returns the notification after it, or its state when the time is over. */
async function attempted(call: Call, notification: Notification, seconds: number): Promise<Notification> {
  let found = notification
  for (let waited = 0; waited < seconds * 1000; waited += POLL_MS) {
    const isTried = found.state !== NotificationState.WAITING || found.problem !== ''
    if (isTried) return found
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    found = (await call(method.getNotification, { id: notification.id })).notification!
  }
  return found
}

const POLL_MS = 250

/** @param isNew whether the help names the values of a new channel */
/** Adds the options of the settings, with their default values for a new channel. */
function settings(command: Command, channel: 'new' | 'existing'): Command {
  const byDefault = (value: string): string => (channel === 'new' ? ` (default: ${value})` : '')
  return command
    .option(
      '--events <list>',
      `the events that it subscribes to, separated by commas${byDefault('everything')}: ${EVENTS.join(', ')}`,
      commas,
    )
    .option('--recipients <list>', 'the addresses of an e-mail channel, separated by commas', commas)
    .option('--url <url>', 'the address of any other channel; it may contain a secret: see --url-stdin')
    .option('--url-stdin', 'read the address from standard input, so that it is in no process list')
    .option(
      '--remind-hours <list>',
      `hours before an obligation is due${byDefault('24,8,2')}`,
      (value: string): number[] => commas(value).map(positive),
    )
}

async function urlOf({ url, urlStdin }: Settings): Promise<string | undefined> {
  if (urlStdin !== true) return url
  if (url !== undefined) throw new UsageError('--url and --url-stdin exclude each other')
  return addressFromStdin()
}

type Settings = {
  events?: string[]
  recipients?: string[]
  url?: string
  urlStdin?: boolean
  remindHours?: number[]
}
