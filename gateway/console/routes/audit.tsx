import { type ReactNode, useState } from 'react'
import { OutcomeSchema } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKindSchema, ViaSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { type AuditEntry, AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { type List, useList } from '../api/list.ts'
import { Act } from '../parts/act.tsx'
import { EnumBadge } from '../parts/badge.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useAddress } from '../parts/filter.tsx'
import { Kept } from '../parts/given.tsx'
import { Card, Code, Facts, PageHead } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { type Column, ListTable } from '../parts/table.tsx'
import { Exact, When } from '../parts/time.tsx'
import { plural, readable, wordOf } from '../parts/words.ts'

/** The log: one entry for every call. Reads that one person makes one after the other are shown as one row. */
export function Page(): ReactNode {
  const [search, set] = useAddress()
  const list = useList(AuditService.method.listEntries, {}, ({ entries }) => entries, { limit: 100 })
  const [open, setOpen] = useState<AuditEntry>()
  const together = search.reads !== 'each'
  const shown: List<Row> = { ...list, rows: together ? collapsed(list.rows) : list.rows.map(alone) }
  const asked = open ?? list.rows.find(({ id }) => id === search.entry)
  return (
    <>
      <PageHead
        title="Audit log"
        about="One entry for every call, in a Merkle tree: no entry can be changed or removed without it showing."
      >
        <label className="check">
          <input
            type="checkbox"
            checked={together}
            onChange={(event) => set('reads', event.currentTarget.checked ? '' : 'each')}
          />{' '}
          Reads of a page as one row
        </label>
        <Verify />
        <Checkpoint />
      </PageHead>
      <Card flush>
        <ListTable
          list={shown}
          caption="Audit log"
          columns={COLUMNS}
          id={({ entry }) => entry.id}
          open={({ entry }) => setOpen(entry)}
          empty={<Empty title="No entries yet." />}
        />
      </Card>
      {asked !== undefined && (
        <Entry
          entry={asked}
          onClose={() => {
            setOpen(undefined)
            set('entry', '')
          }}
        />
      )}
    </>
  )
}

/** An entry, with the further reads that are shown in its row. */
type Row = { entry: AuditEntry; more: AuditEntry[] }

const alone = (entry: AuditEntry): Row => ({ entry, more: [] })

/** Puts successful reads that follow each other, of one actor, into one row. No entry is left out of the count. */
export function collapsed(entries: readonly AuditEntry[]): Row[] {
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
  return receipts.length === 0 && code === '' && /^(?:list|get|review)/.test(operation)
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
  { label: 'Outcome', cell: ({ entry }) => <EnumBadge schema={OutcomeSchema} value={entry.outcome} /> },
  { label: 'Who', cell: ({ entry }) => <>{who(entry)}</> },
  { label: 'Through', cell: ({ entry }) => <>{readable(wordOf(ViaSchema, entry.via))}</> },
  { label: 'Wrote', cell: ({ entry }) => <>{wrote(entry)}</> },
  { label: 'When', cell: ({ entry }) => <When at={entry.at} /> },
]

const who = ({ actor }: AuditEntry): string =>
  actor?.name || readable(wordOf(ActorKindSchema, actor?.kind)) || 'nobody'
const wrote = ({ receipts }: AuditEntry): string =>
  receipts.map(({ type, count }) => `${count} ${type}`).join(', ')

function Entry({ entry, onClose }: { entry: AuditEntry; onClose: () => void }): ReactNode {
  return (
    <Dialog title={entry.operation} onClose={onClose} wide>
      <Facts
        of={[
          ['Outcome', <EnumBadge key="o" schema={OutcomeSchema} value={entry.outcome} />],
          ['Error code', entry.code],
          ['Who', who(entry)],
          ['Through', readable(wordOf(ViaSchema, entry.via))],
          ['When', <Exact key="w" at={entry.at} />],
          ['Wrote', wrote(entry)],
          ['Request id', <Code key="r" value={entry.requestId} />],
          ['Entry', <Code key="e" value={entry.id} />],
        ]}
      />
      <h3>As the log holds it</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
      <pre tabIndex={0}>{pretty(entry.text)}</pre>
    </Dialog>
  )
}

function Verify(): ReactNode {
  return (
    <Act
      method={LogService.method.verifyLog}
      label="Verify the log"
      title="Verify the log"
      about="Computes the whole log again from its entries and compares it with every checkpoint."
      request={() => ({})}
      shows={({ ok, size, root, problems, receipts }) => (
        <>
          <p>
            <strong>{ok ? 'No problem was found.' : 'The log is not what it was.'}</strong>{' '}
            {plural(size, 'entry', 'entries')}, {plural(receipts, 'receipt')} compared.
          </p>
          <Kept label="Root" value={root} />
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
    <Act
      method={LogService.method.getCheckpoint}
      label="Checkpoint"
      title="The newest checkpoint"
      about="The newest signed checkpoint. Kept elsewhere, it shows later that nothing before it was changed."
      request={() => ({})}
      shows={({ checkpoint }) => (
        <Kept label="Signed note" value={checkpoint?.note ?? 'There is none yet.'} />
      )}
    />
  )
}

function pretty(entry: string): string {
  try {
    return JSON.stringify(JSON.parse(entry), null, 2)
  } catch {
    return entry
  }
}
