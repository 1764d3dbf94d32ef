import type { ReactNode } from 'react'
import {
  type Channel,
  ChannelKind,
  ChannelKindSchema,
  NotificationService,
} from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { useList } from '../api/list.ts'
import { EnumBadge, Tags } from '../components/badge.tsx'
import { Action } from '../components/forms/action.tsx'
import type { Field } from '../components/forms/field.ts'
import { type Column, ListTable } from '../components/lists/table.tsx'
import { Card, PageHead } from '../components/page.tsx'
import { InTheLog } from '../components/record-id.tsx'
import { Empty } from '../components/states.tsx'
import { ValueToCopy } from '../components/value-to-copy.tsx'
import { choicesOf, listedOf } from '../language/words.ts'
import { CHANNEL_EVENTS, eventOf } from './channel-events.ts'

/** The channels by which people and programs are notified. */
export function Page(): ReactNode {
  const list = useList(NotificationService.method.listChannels, {}, ({ channels }) => channels)
  return (
    <>
      <PageHead
        title="Channels"
        about="How people and programs are notified of events: by e-mail, in a chat, or by a signed webhook."
      >
        <NewChannel />
      </PageHead>
      <Card flush>
        <ListTable
          list={list}
          caption="Channels"
          columns={COLUMNS}
          id={({ id }) => id}
          actions={(row) => (
            <>
              <InTheLog id={row.id} of={row.name} />
              <ChannelActions channel={row} />
            </>
          )}
          empty={
            <Empty title="No channels yet.">
              Nobody is notified of a report that is due, or of a gate that blocks.
            </Empty>
          }
        />
      </Card>
    </>
  )
}

function NewChannel(): ReactNode {
  return (
    <Action
      method={NotificationService.method.createChannel}
      label="New channel"
      title="New channel"
      tone="main"
      fields={[
        { name: 'name', label: 'Name', required: true },
        { name: 'kind', label: 'Kind', kind: 'select', options: choicesOf(ChannelKindSchema) },
        { ...recipients([]), when: { kind: [String(ChannelKind.EMAIL)] } },
        ...ADDRESSES,
        events([], 'None selected: all of them.'),
        hours([24, 8, 2]),
      ]}
      request={(values) => ({
        name: values.text('name'),
        kind: values.chosen<ChannelKind>('kind'),
        recipients: values.listed('recipients'),
        url: values.text('url'),
        events: values.all('events'),
        remindHours: hoursOf(values.text('remindHours')),
      })}
      secret={({ secret }) => secret !== ''}
      shows={({ channel, secret }) =>
        secret === '' ? (
          <p>
            The channel <bdi>{channel?.name}</bdi> is recorded. Test it, so that it is known to work.
          </p>
        ) : (
          <ValueToCopy label={`Signing secret of ${channel?.name}, shown once`} value={secret} />
        )
      }
    />
  )
}

function ChannelActions({ channel }: { channel: Channel }): ReactNode {
  const { id, name, status, kind } = channel
  if (status !== 'active') return null
  const isEmail = kind === ChannelKind.EMAIL
  return (
    <>
      <Action
        method={NotificationService.method.testChannel}
        label="Test"
        title={`Test ${name}`}
        about="Sends a message that only says that the channel works. Notifications shows whether it arrived."
        request={() => ({ id })}
        done="The test is queued. Notifications shows whether it arrived."
      />
      <Action
        method={NotificationService.method.updateChannel}
        label="Edit"
        confirm="Save"
        title={`Edit ${name}`}
        fields={[
          { name: 'name', label: 'Name', required: true, value: name },
          isEmail
            ? recipients(channel.recipients)
            : { ...addressOf(kind), required: false, hint: 'Empty: keeps the current one.' },
          events(channel.events, 'At least one.'),
          hours(channel.remindHours),
        ]}
        version={channel.version}
        request={(values, expectedVersion) => ({
          id,
          expectedVersion,
          ...values.edited({
            name: values.text('name'),
            events: { values: values.all('events') },
            remindHours: { values: hoursOf(values.text('remindHours')) },
            recipients: { values: values.listed('recipients') },
            url: values.text('url'),
          }),
        })}
        done={`${name} is changed.`}
      />
      <Action
        method={NotificationService.method.deleteChannel}
        label="Delete"
        title={`Delete ${name}`}
        tone="bad"
        about="Notifications that wait for the channel are cancelled. Its address and secret are erased; its records stay."
        request={() => ({ id })}
        done={`${name} is deleted.`}
      />
    </>
  )
}

const recipients = (value: string[]): Field => ({
  name: 'recipients',
  label: 'E-mail addresses',
  kind: 'textarea',
  rows: 2,
  required: true,
  hint: 'One a line, at most 20.',
  value,
})

const addressOf = (kind: ChannelKind): Field => ({
  name: 'url',
  label: kind === ChannelKind.WEBHOOK ? 'Address that is called' : 'Webhook address of the chat',
  required: true,
  hint: 'https only. It is stored encrypted and not shown again.',
})

/** The fields of the kinds that are called over HTTP. */
const ADDRESSES: Field[] = [
  ChannelKind.SLACK,
  ChannelKind.TEAMS,
  ChannelKind.MATTERMOST,
  ChannelKind.WEBHOOK,
].map((kind) => ({ ...addressOf(kind), when: { kind: [String(kind)] } }))

const events = (value: string[], hint: string): Field => ({
  name: 'events',
  label: 'Events',
  kind: 'checks',
  hint,
  options: CHANNEL_EVENTS,
  value,
})

const hours = (value: number[]): Field => ({
  name: 'remindHours',
  label: 'Reminders, hours before a report is due',
  value: value.join(', '),
})

const hoursOf = (text: string): number[] => listedOf(text).map(Number)

const COLUMNS: Column<Channel>[] = [
  { label: 'Name', cell: ({ name }) => name },
  { label: 'Kind', cell: ({ kind }) => <EnumBadge schema={ChannelKindSchema} value={kind} /> },
  {
    label: 'Sent to',
    cell: ({ origin, recipients: people }) => (origin === '' ? <Tags words={people} /> : origin),
  },
  {
    label: 'Events',
    cell: ({ events: names }) =>
      names.length === CHANNEL_EVENTS.length ? 'all' : <Tags words={names.map(eventOf)} />,
  },
  { label: 'Reminders', cell: ({ remindHours }) => <>{remindHours.map((one) => `${one} h`).join(', ')}</> },
]
