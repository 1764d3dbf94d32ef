import { type ReactNode, useState } from 'react'
import {
  type Notification,
  NotificationService,
  type NotificationState,
  NotificationStateSchema,
} from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { useList } from '../api/list.ts'
import { EnumBadge } from '../components/badge.tsx'
import { Dialog } from '../components/forms/dialog.tsx'
import { Filter, Unread, useParameters } from '../components/lists/filter.tsx'
import { enumValue } from '../components/lists/parameters.ts'
import { type Column, ListTable } from '../components/lists/table.tsx'
import { Card, Code, Facts, PageHead } from '../components/page.tsx'
import { Empty } from '../components/states.tsx'
import { Exact, When } from '../components/time.tsx'
import { choicesOf } from '../language/words.ts'
import { eventOf } from './channel-events.ts'

/** The notifications to people and programs, and their state. */
export function Page(): ReactNode {
  const search = useParameters(KINDS)
  const state = Number(search.state ?? 0) as NotificationState
  const list = useList(
    NotificationService.method.listNotifications,
    { state },
    ({ notifications }) => notifications,
  )
  const [open, setOpen] = useState<Notification>()
  return (
    <>
      <PageHead
        title="Notifications"
        about="The notifications that were sent to channels, and whether they arrived."
      >
        <Filter name="state" label="State" options={choicesOf(NotificationStateSchema)} />
      </PageHead>
      <Unread kinds={KINDS} />
      <Card flush>
        <ListTable
          list={list}
          caption="Notifications"
          columns={COLUMNS}
          id={({ id }) => id}
          open={setOpen}
          empty={
            <Empty title={state === 0 ? 'No notifications yet.' : 'No notification has this state.'}>
              Create a <a href="#/channels">channel</a> to be notified of events.
            </Empty>
          }
        />
      </Card>
      {open !== undefined && (
        <Dialog title={open.title} onClose={() => setOpen(undefined)} wide>
          <p className="long">{open.text}</p>
          <Facts
            of={[
              ['Event', eventOf(open.event)],
              ['State', <EnumBadge key="s" schema={NotificationStateSchema} value={open.state} />],
              ['Attempts', String(open.attempts)],
              ['Problem', open.problem],
              ['Queued', <Exact key="c" at={open.createdAt} />],
              ['Finished', open.settledAt && <Exact key="d" at={open.settledAt} />],
              ['Next attempt', open.nextAttemptAt && <Exact key="n" at={open.nextAttemptAt} />],
              ['About', open.subjectId && <Code key="a" value={open.subjectId} />],
              ['Id', <Code key="i" value={open.id} />],
            ]}
          />
        </Dialog>
      )}
    </>
  )
}

const KINDS = { state: enumValue(NotificationStateSchema) }

const COLUMNS: Column<Notification>[] = [
  { label: 'Title', cell: ({ title }) => title },
  { label: 'Event', cell: ({ event }) => eventOf(event) },
  { label: 'State', cell: ({ state }) => <EnumBadge schema={NotificationStateSchema} value={state} /> },
  { label: 'Problem', kind: 'long', cell: ({ problem }) => problem },
  { label: 'Queued', cell: ({ createdAt }) => <When at={createdAt} /> },
]
