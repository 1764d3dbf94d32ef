import type { DescMessage, DescMethodUnary } from '@bufbuild/protobuf'
import { callUnaryMethod } from '@connectrpc/connect-query'
import { type ReactNode, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { useMay } from '../../api/session.ts'
import { transport } from '../../api/transport.ts'
import { CloseButton } from '../forms/close-button.tsx'
import { Dialog } from '../forms/dialog.tsx'
import { Form } from '../forms/form.tsx'
import { useEach } from '../forms/use-each.ts'
import { plural } from '../words.ts'
import { parseCsv } from './csv.ts'
import { columnsOf, type ImportRow, importRows } from './import-rows.ts'
import { type Column, Table } from './table.tsx'

/** Creates objects from the rows of a CSV file. Shows the problems of each line first. */
export function ImportCsv<I extends DescMessage, O extends DescMessage>({
  method,
  title,
  one,
}: {
  method: DescMethodUnary<I, O>
  title: string
  /** The word for a row: `asset`. */
  one: string | readonly string[]
}): ReactNode {
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (!may(method)) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Import CSV
      </button>
      {open && <Import method={method} title={title} one={one} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A row, and the problems that it had. */
type Outcome = { line: number; name: string; problems: string[] }

function Import<I extends DescMessage, O extends DescMessage>({
  method,
  title,
  one,
  onClose,
}: {
  method: DescMethodUnary<I, O>
  title: string
  one: string | readonly string[]
  onClose: () => void
}): ReactNode {
  const [rows, setRows] = useState<ImportRow<I>[]>()
  const { done: sent, refused, run } = useEach<ImportRow<I>>()
  const good = rows?.filter(({ problems }) => problems.length === 0) ?? []
  const send = (): Promise<void> => run(good, ({ request }) => callUnaryMethod(transport, method, request))
  return (
    <Dialog title={title} onClose={onClose} wide>
      {rows === undefined ? (
        <ChooseFile desc={method.input} choose={setRows} cancel={onClose} />
      ) : refused === undefined ? (
        <Preview rows={rows} good={good.length} sent={sent} one={one} send={send} cancel={onClose} />
      ) : (
        <Result
          made={good.length - refused.length}
          refused={refused.map(({ thing: { line, name }, error }) => ({
            line,
            name,
            problems: reasonsOf(error),
          }))}
          one={one}
          leave={onClose}
        />
      )}
    </Dialog>
  )
}

function ChooseFile<I extends DescMessage>(props: {
  desc: I
  choose: (rows: ImportRow<I>[]) => void
  cancel: () => void
}): ReactNode {
  const { desc, choose, cancel } = props
  return (
    <Form
      label="Preview"
      fields={[
        {
          name: 'file',
          label: 'File',
          kind: 'file',
          required: true,
          hint: `UTF-8, at most ${MOST.toLocaleString()} rows. The first line names the columns. Nothing is sent yet.`,
        },
      ]}
      submit={async (values) => choose(await read(desc, values.file('file')))}
      cancel={cancel}
    >
      <Columns desc={desc} />
    </Form>
  )
}

function Preview(props: {
  rows: Outcome[]
  good: number
  sent: number | undefined
  one: string | readonly string[]
  send: () => Promise<void>
  cancel: () => void
}): ReactNode {
  const { rows, good, sent, one, send, cancel } = props
  return (
    <Form
      label={`Import ${plural(good, one)}`}
      fields={[]}
      submit={send}
      cancel={cancel}
      disabled={good === 0}
    >
      <p>
        {plural(rows.length, 'row')}, {rows.length - good} with a problem. Those are left out.
      </p>
      <Table
        caption="Rows of the file"
        columns={COLUMNS}
        rows={rows
          .toSorted((a, b) => b.problems.length - a.problems.length || a.line - b.line)
          .slice(0, SHOWN)}
        id={({ line }) => String(line)}
      />
      {rows.length > SHOWN && <p className="muted">Shown: {SHOWN}, those with a problem first.</p>}
      {sent !== undefined && (
        <p role="status">
          {sent} of {good} sent …
        </p>
      )}
    </Form>
  )
}

function Columns({ desc }: { desc: DescMessage }): ReactNode {
  return (
    <ul>
      {columnsOf(desc).map(({ name, required, words }) => (
        <li key={name}>
          <code>{name}</code>
          {required && <span className="muted"> required</span>}
          {words.length > 0 && <span className="muted">: {words.join(', ')}</span>}
        </li>
      ))}
    </ul>
  )
}

function Result(props: {
  made: number
  refused: Outcome[]
  one: string | readonly string[]
  leave: () => void
}): ReactNode {
  const { made, refused, one, leave } = props
  return (
    <div className="given">
      <p role="status">{plural(made, one)} imported.</p>
      {refused.length > 0 && (
        <Table
          caption="Refused rows"
          columns={COLUMNS}
          rows={refused.slice(0, SHOWN)}
          id={({ line }) => String(line)}
        />
      )}
      <CloseButton close={leave} />
    </div>
  )
}

const COLUMNS: Column<Outcome>[] = [
  { label: 'Name', cell: ({ name }) => <>{name === '' ? 'without a name' : name}</> },
  { label: 'Line', kind: 'number', cell: ({ line }) => <>{line}</> },
  { label: 'Problem', kind: 'long', cell: ({ problems }) => <>{problems.join('; ') || 'none'}</> },
]

/** Reads the rows of a file. @throws Problem where the file is not CSV in UTF-8, or too large */
async function read<I extends DescMessage>(desc: I, file: File): Promise<ImportRow<I>[]> {
  if (file.size > MOST_BYTES) throw new Problem('The file is larger than 5 MiB. Split it.')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    throw new Problem('The file is not UTF-8. Save it as CSV UTF-8.')
  }
  try {
    const rows = importRows(desc, parseCsv(text))
    if (rows.length === 0) throw new Problem('The file has no row below its first line.')
    if (rows.length > MOST)
      throw new Problem(`The file has more than ${MOST.toLocaleString()} rows. Split it.`)
    return rows
  } catch (error) {
    if (error instanceof RangeError) throw new Problem(error.message)
    throw error
  }
}

function reasonsOf(error: unknown): string[] {
  const { message, fields } = Problem.of(error)
  const named = Object.entries(fields).map(([field, problems]) => `${field}: ${problems.join(', ')}`)
  return named.length > 0 ? named : [message]
}

const MOST = 2000
const MOST_BYTES = 5 * 1024 * 1024
const SHOWN = 200
