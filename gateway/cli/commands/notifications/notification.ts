import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { type Command, Option } from 'commander'
import {
  ApiDeprecationSchema,
  NotificationSchema,
  NotificationService,
  type NotificationState,
  NotificationStateSchema,
} from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { instant } from '../../options/times.ts'
import { readAll } from '../../views/pages.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asOperator, asPerson, personVerb, positive, resource, uuid, verb } from '../command.ts'

const { listNotifications, announceDeprecation } = NotificationService.method
const STATES = enumText<NotificationState>(NotificationStateSchema)

export function notificationCommand(): Command {
  return resource('notification', 'The notifications that were sent, to whom, and their state', [
    listVerb(),
    announceDeprecationVerb(),
  ])
}

function listVerb(): Command {
  return personVerb(
    'list',
    'List the notifications, newest first.',
    'notification list --org ID --state gave_up',
  )
    .option('--channel <id>', 'those of one channel', uuid)
    .option('--subject <id>', 'those about one incident, AI system or other thing', uuid)
    .addOption(new Option('--state <state>', 'those in one state').choices(STATES.words))
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<Wanted>(async ({ limit, channel = '', subject = '', state }, { call }) => {
        const found = await readAll(limit, async (page) => {
          const wanted = { channelId: channel, subjectId: subject }
          const only = state === undefined ? {} : { state: STATES.value(state) }
          const { notifications, nextCursor } = await call(listNotifications, { page, ...wanted, ...only })
          return { rows: notifications, nextCursor }
        })
        const rows = found.map((one) => plain(NotificationSchema, one))
        return list(rows, ['id', 'created_at', 'event', 'state', 'attempts', 'problem', 'title'])
      }),
    )
}

function announceDeprecationVerb(): Command {
  return verb(
    'announce-deprecation',
    'Notify the administrators of every organization by e-mail that a version of the API is deprecated.',
    'notification announce-deprecation --api-version v1 --from 2027-01-01T00:00:00Z --until 2028-01-01T00:00:00Z --link https://example.com/v2',
  )
    .requiredOption('--api-version <version>', 'the version, e.g. v1')
    .requiredOption('--from <time>', 'since when it is deprecated', instant)
    .requiredOption('--until <time>', 'when it stops answering', instant)
    .requiredOption('--link <url>', 'what to use instead')
    .action(
      asOperator<Announcement>(async ({ apiVersion, from, until, link }, call) => {
        const { deprecation, queued } = await call(announceDeprecation, {
          apiVersion,
          deprecatedAt: from,
          sunsetAt: until,
          link,
        })
        return item({ ...plain(ApiDeprecationSchema, deprecation!), queued })
      }),
    )
}

type Wanted = { limit?: number; channel?: string; subject?: string; state?: string }
type Announcement = { apiVersion: string; from: Timestamp; until: Timestamp; link: string }
