import { type ReactNode, useState } from 'react'
import { type Outcome, OutcomeSchema } from '../../../../proto/gen/attestry/common/v1/audit_pb.ts'
import {
  type ActorKind,
  ActorKindSchema,
  ViaSchema,
} from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { RowOrder, RowOrderSchema } from '../../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { type AuditEntry, AuditService } from '../../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { type List, useList } from '../../api/list.ts'
import { Action } from '../../components/forms/action.tsx'
import { timestamp } from '../../components/forms/timestamp.ts'
import {
  DayField,
  Filter,
  SearchField,
  Unread,
  useAddress,
  useParameters,
} from '../../components/lists/filter.tsx'
import { type Address, day, enumValue, idOr, oneOf, searched } from '../../components/lists/parameters.ts'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card, PageHead } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { When } from '../../components/time.tsx'
import { ValueToCopy } from '../../components/value-to-copy.tsx'
import { endOfDay, startOfDay } from '../../language/instant.ts'
import { choicesOf, plural, readable, wordOf } from '../../language/words.ts'
import { EntryDialog, OutcomeOf, who, witnessed, wrote } from './audit-entry.tsx'
import { type EntryFilter, ExportEntries } from './audit-export.tsx'

/** The log: one entry for every call. Reads that one person makes one after the other are shown as one row. */
export function Page(): ReactNode {
  const [, set] = useAddress()
  const search = useParameters(KINDS)
  const filter = filterOf(search)
  const list = useList(AuditService.method.listEntries, filter, ({ entries }) => entries, { limit: 100 })
  const [open, setOpen] = useState<AuditEntry>()
  const shown: List<Row> = {
    ...list,
    rows: showsTogether(search) ? collapsed(list.rows) : list.rows.map(alone),
  }
  const linked = useLinkedEntry(search.entry, list)
  const asked = open ?? linked.entry
  return (
    <>
      <PageHead
        title="Audit log"
        about="One entry for every call, in a Merkle tree: no entry can be changed or removed without it showing."
      >
        <Verify />
        <Checkpoint />
        <ExportEntries filter={filter} />
      </PageHead>
      <Filters />
      {linked.isMissing && <p className="notice warn">The entry of the link is not in this log.</p>}
      <Card flush>
        <ListTable
          list={shown}
          endless
          caption="Audit log"
          columns={COLUMNS}
          id={({ entry }) => entry.id}
          open={({ entry }) => setOpen(entry)}
          empty={
            Object.keys(filter).length > 0 ? (
              <Empty title="No entry matches.">Change or clear the filters.</Empty>
            ) : (
              <Empty title="No entries yet." />
            )
          }
        />
      </Card>
      {asked !== undefined && (
        <EntryDialog
          entry={asked}
          onActor={(id) => {
            setOpen(undefined)
            window.location.hash = `#/audit?actor=${id}`
          }}
          onClose={() => {
            setOpen(undefined)
            set('entry', '')
          }}
        />
      )}
    </>
  )
}

function Filters(): ReactNode {
  const [search, set] = useAddress()
  return (
    <>
      <div className="filters">
        <SearchField name="q" label="Search" />
        <SearchField name="operation" label="Operation" />
        <SearchField name="actor" label="Caller (id)" />
        <SearchField name="record" label="Record (id)" />
        <Filter name="kind" label="Kind of caller" options={choicesOf(ActorKindSchema)} />
        <Filter name="outcome" label="Outcome" options={choicesOf(OutcomeSchema)} />
        <DayField name="from" label="From" />
        <DayField name="to" label="Up to and including" />
        <Filter
          name="order"
          label="Order"
          all="Newest first"
          options={[[String(RowOrder.OLDEST), 'Oldest first']]}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={showsTogether(search)}
            onChange={(event) => set('reads', event.currentTarget.checked ? '' : 'each')}
          />{' '}
          Reads of a page as one row
        </label>
      </div>
      <Unread kinds={KINDS} />
    </>
  )
}

/** The entry to which a link leads, wherever in the log it is. */
function useLinkedEntry(
  id: string | undefined,
  list: List<AuditEntry>,
): { entry: AuditEntry | undefined; isMissing: boolean } {
  const shown = list.rows.find((entry) => entry.id === id)
  const isFar = id !== undefined && shown === undefined && !list.isPending
  const found = useList(AuditService.method.listEntries, { search: id ?? '' }, ({ entries }) => entries, {
    enabled: isFar,
  })
  const entry = shown ?? (isFar ? found.rows.find((one) => one.id === id) : undefined)
  return { entry, isMissing: isFar && !found.isPending && found.error === null && entry === undefined }
}

/** The allowed parameters of the address. */
const KINDS = {
  q: searched,
  operation: (text: string) => searched(text) && text.length <= 100,
  actor: idOr(),
  record: idOr(),
  entry: idOr(),
  kind: enumValue(ActorKindSchema),
  outcome: enumValue(OutcomeSchema),
  from: day,
  to: day,
  order: enumValue(RowOrderSchema),
  reads: oneOf('each'),
}

/** Whether consecutive reads of one person are one row. */
function showsTogether({ reads }: Address): boolean {
  return reads !== 'each'
}

/** Returns the filters of the address as the request of the list. Days are whole, in the reader's zone. */
function filterOf(search: Address): EntryFilter {
  const { q, operation, actor, record, kind, outcome, from, to, order } = search
  return {
    ...(q === undefined ? {} : { search: q }),
    ...(order === undefined ? {} : { order: Number(order) as RowOrder }),
    ...(operation === undefined ? {} : { operation }),
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(record === undefined ? {} : { recordId: record }),
    ...(kind === undefined ? {} : { actorKind: Number(kind) as ActorKind }),
    ...(outcome === undefined ? {} : { outcome: Number(outcome) as Outcome }),
    ...(from === undefined ? {} : { since: timestamp(startOfDay(from)) }),
    ...(to === undefined ? {} : { until: timestamp(endOfDay(to)) }),
  }
}

/** An entry, with the further reads that are shown in its row. */
type Row = { entry: AuditEntry; more: AuditEntry[] }

const alone = (entry: AuditEntry): Row => ({ entry, more: [] })

/** Puts successful reads that follow each other, of one actor, into one row. No entry is left out of the count. */
function collapsed(entries: readonly AuditEntry[]): Row[] {
  const rows: Row[] = []
  for (const entry of entries) {
    const last = rows.at(-1)
    if (
      last !== undefined &&
      isRead(entry) &&
      isRead(last.entry) &&
      entry.actor?.id === last.entry.actor?.id
    ) {
      last.more.push(entry)
    } else rows.push({ entry, more: [] })
  }
  return rows
}

/** Whether a call changed nothing and was answered. */
function isRead({ operation, receipts, code }: AuditEntry): boolean {
  return receipts.length === 0 && code === '' && /^(?:list|get|review|summarize|count|search)/.test(operation)
}

const COLUMNS: Column<Row>[] = [
  {
    label: 'Operation',
    cell: ({ entry, more }) =>
      more.length === 0 ? (
        entry.operation
      ) : (
        <>
          {entry.operation} <span className="muted">and {plural(more.length, 'more read')}</span>
        </>
      ),
  },
  { label: 'Outcome', cell: ({ entry }) => <OutcomeOf entry={entry} /> },
  { label: 'Who', cell: ({ entry }) => <>{who(entry)}</> },
  { label: 'Through', cell: ({ entry }) => <>{readable(wordOf(ViaSchema, entry.via))}</> },
  { label: 'Wrote', cell: ({ entry }) => <>{wrote(entry)}</> },
  { label: 'When', cell: ({ entry }) => <When at={entry.at} /> },
]

function Verify(): ReactNode {
  return (
    <Action
      method={LogService.method.verifyLog}
      label="Verify the log"
      title="Verify the log"
      about="Computes the whole log again from its entries and compares it with every checkpoint."
      request={() => ({})}
      shows={({ ok, size, root, problems, receipts }) => (
        <>
          <p>
            <strong>{ok ? 'No problem was found.' : 'Problems were found.'}</strong>{' '}
            {plural(size, 'entry', 'entries')}, {plural(receipts, 'receipt')} compared.
          </p>
          <ValueToCopy label="Root" value={root} />
          <ul>
            {problems.map(({ code, message, entryId }) => (
              <li key={code + entryId}>{message}</li>
            ))}
          </ul>
        </>
      )}
    />
  )
}

function Checkpoint(): ReactNode {
  return (
    <Action
      method={LogService.method.getCheckpoint}
      label="Checkpoint"
      title="The newest checkpoint"
      about="The newest signed checkpoint. Kept elsewhere, it shows later that nothing before it was changed."
      request={() => ({})}
      shows={({ checkpoint }) => (
        <>
          <p>{witnessed(checkpoint?.cosignatures.length ?? 0)}</p>
          <ValueToCopy label="Signed note" value={checkpoint?.note ?? 'There is none yet.'} />
        </>
      )}
    />
  )
}
