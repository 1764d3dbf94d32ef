import type { MessageInitShape } from '@bufbuild/protobuf'
import { callUnaryMethod } from '@connectrpc/connect-query'
import { type ReactNode, useRef, useState } from 'react'
import { OutcomeSchema } from '../../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKindSchema, ViaSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import {
  type AuditEntry,
  AuditService,
  type ListEntriesRequestSchema,
} from '../../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { transport } from '../../api/transport.ts'
import { csvOf, saveText } from '../../components/downloads/save-text.ts'
import { Dialog } from '../../components/forms/dialog.tsx'
import { Form } from '../../components/forms/form.tsx'
import { utc } from '../../language/instant.ts'
import { plural, wordOf } from '../../language/words.ts'
import { wrote } from './audit-entry.tsx'

export type EntryFilter = Omit<MessageInitShape<typeof ListEntriesRequestSchema>, 'page' | '$typeName'>

/** Saves the entries that the filters show as CSV or JSON. */
export function ExportEntries({ filter }: { filter: EntryFilter }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Export
      </button>
      {open && <ExportDialog filter={filter} onClose={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({ filter, onClose }: { filter: EntryFilter; onClose: () => void }): ReactNode {
  const [read, setRead] = useState<number>()
  const [result, setResult] = useState('')
  const stop = useRef(new AbortController())
  const run = async (format: string): Promise<void> => {
    stop.current = new AbortController()
    setResult('')
    setRead(0)
    try {
      const { entries, more } = await readAll(filter, stop.current.signal, setRead)
      const name = `audit-log-${new Date().toISOString().slice(0, 10)}`
      if (format === 'csv') saveText(`${name}.csv`, csvOf([HEADINGS, ...entries.map(rowOf)]), 'text/csv')
      else saveText(`${name}.json`, `[${entries.map(({ text }) => text).join(',\n')}]\n`, 'application/json')
      setResult(
        `${plural(entries.length, 'entry', 'entries')} saved.${more ? ' There are more: narrow the filters.' : ''}`,
      )
    } catch (error) {
      if (!stop.current.signal.aborted) throw error
    } finally {
      setRead(undefined)
    }
  }
  const leave = (): void => {
    stop.current.abort()
    onClose()
  }
  return (
    <Dialog title="Export entries" onClose={leave}>
      <p>
        Saves the entries that the filters show, newest first, at most {MOST.toLocaleString()}. An evidence
        package has the proofs too.
      </p>
      <Form
        label="Export"
        fields={[
          {
            name: 'format',
            label: 'Format',
            kind: 'select',
            options: [
              ['csv', 'CSV, for a spreadsheet'],
              ['json', 'JSON, each entry as the log holds it'],
            ],
          },
        ]}
        submit={(values) => run(values.text('format'))}
        cancel={leave}
        disabled={read !== undefined}
      />
      <p role="status">{read === undefined ? result : `${plural(read, 'entry', 'entries')} read …`}</p>
    </Dialog>
  )
}

/** Every entry that the filter shows, up to MOST. */
async function readAll(
  filter: EntryFilter,
  signal: AbortSignal,
  progress: (read: number) => void,
): Promise<{ entries: AuditEntry[]; more: boolean }> {
  const entries: AuditEntry[] = []
  let cursor = ''
  do {
    const page = await callUnaryMethod(
      transport,
      AuditService.method.listEntries,
      { ...filter, page: { limit: 200, cursor } },
      { signal },
    )
    entries.push(...page.entries)
    progress(entries.length)
    cursor = page.nextCursor
  } while (cursor !== '' && entries.length < MOST)
  return { entries: entries.slice(0, MOST), more: cursor !== '' || entries.length > MOST }
}

const MOST = 20_000

const HEADINGS = [
  'place in the log',
  'at',
  'operation',
  'outcome',
  'error code',
  'caller',
  'kind of caller',
  'id of the caller',
  'through',
  'wrote',
  'incidents',
  'request id',
  'entry',
]

const rowOf = (entry: AuditEntry): string[] => [
  entry.leafIndex === undefined ? '' : String(entry.leafIndex),
  entry.at === undefined ? '' : utc(entry.at),
  entry.operation,
  wordOf(OutcomeSchema, entry.outcome),
  entry.code,
  entry.actor?.name ?? '',
  wordOf(ActorKindSchema, entry.actor?.kind),
  entry.actor?.id ?? '',
  wordOf(ViaSchema, entry.via),
  wrote(entry),
  entry.incidentIds.join(' '),
  entry.requestId,
  entry.id,
]
