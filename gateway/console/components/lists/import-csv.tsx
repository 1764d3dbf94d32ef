import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { callOnce } from '../../api/call-once.ts'
import { everyPage } from '../../api/every-page.ts'
import { Problem } from '../../api/problem.ts'
import { MAX_REQUESTS, RetryKeys } from '../../api/retry-keys.ts'
import { useMay } from '../../api/session.ts'
import { plural } from '../../language/words.ts'
import { Dialog } from '../forms/dialog.tsx'
import { Form } from '../forms/form.tsx'
import { usePageDialog } from '../forms/page-dialogs.tsx'
import { useEach } from '../forms/use-each.ts'
import type { Values } from '../forms/values.ts'
import { parseCsv } from './csv.ts'
import { Preview, Result } from './import-preview.tsx'
import { columnsOf, type ImportRow, importRows } from './import-rows.ts'
import { identifier, withRegistered, withTwins } from './registered-rows.ts'

/** The register that rows are imported into. */
type Register<I extends DescMessage, O extends DescMessage, L extends DescMessage, A extends DescMessage> = {
  /** Creates one. */
  method: DescMethodUnary<I, O>
  /** Lists what is registered. */
  list: DescMethodUnary<L, A>
  pick: (answer: MessageShape<A>) => object[]
  /** The columns that tell the things of this register apart. */
  identity: readonly string[]
  title: string
  /** The word for a row: `asset`. */
  one: string | readonly string[]
}

/**
 * Creates objects from the rows of a CSV file. Shows first, line by line, what has a problem and what is registered already. The
 * rules are those of `attestry import` (docs/pipelines.md).
 */
export function ImportCsv<
  I extends DescMessage,
  O extends DescMessage,
  L extends DescMessage,
  A extends DescMessage,
>(register: Register<I, O, L, A>): ReactNode {
  const may = useMay()
  // They outlive the dialog: after a failure the same file is chosen again.
  const [keys] = useState(() => new RetryKeys(register.method.input))
  const { list, pick, ...rest } = register
  const registered: Registered = async (isWanted, signal, onRead) => {
    const found: object[] = []
    let read = 0
    for await (const { rows } of everyPage(list, {} as MessageInitShape<L>, pick, signal)) {
      found.push(...rows.filter(isWanted))
      read += rows.length
      onRead(read)
    }
    return found
  }
  const open = usePageDialog('import', (close) => (
    <Import {...rest} keys={keys} registered={registered} onClose={close} />
  ))
  if (!may(register.method)) return null
  return (
    <button type="button" onClick={open}>
      Import CSV
    </button>
  )
}

/** Reads the register, and returns what is wanted of it. */
type Registered = (
  isWanted: (one: object) => boolean,
  signal: AbortSignal,
  onRead: (read: number) => void,
) => Promise<object[]>

type Chosen<I extends DescMessage> = { rows: ImportRow<I>[]; unread: boolean }

function Import<I extends DescMessage, O extends DescMessage>(props: {
  method: DescMethodUnary<I, O>
  keys: RetryKeys<I>
  registered: Registered
  identity: readonly string[]
  title: string
  one: string | readonly string[]
  onClose: () => void
}): ReactNode {
  const { method, keys, registered, identity, title, one, onClose } = props
  const [chosen, setChosen] = useState<Chosen<I>>()
  const { done: sent, outcome, run, stop } = useEach<ImportRow<I>>()
  const fresh =
    chosen?.rows.filter(({ problems, registered }) => problems.length === 0 && registered === undefined) ?? []
  const send = (): Promise<void> =>
    run(fresh, ({ request }) => callOnce(method, request as MessageInitShape<I>, keys))
  // The rows that were sent are shown before the dialog closes.
  const leave = (): void => {
    if (!stop()) onClose()
  }
  return (
    <Dialog title={title} onClose={leave} abandon={onClose} wide>
      {chosen === undefined ? (
        <ChooseFile
          desc={method.input}
          registered={registered}
          identity={identity}
          one={one}
          choose={setChosen}
          cancel={onClose}
        />
      ) : outcome === undefined ? (
        <Preview {...chosen} fresh={fresh.length} sent={sent} one={one} send={send} cancel={leave} />
      ) : (
        <Result
          made={fresh.length - outcome.refused.length - outcome.left.length}
          already={chosen.rows.filter(({ registered }) => registered !== undefined).length}
          refused={outcome.refused.map(({ thing: { line, name }, error }) => ({
            line,
            name,
            problems: reasonsOf(error),
          }))}
          left={outcome.left}
          one={one}
          leave={onClose}
        />
      )}
    </Dialog>
  )
}

function ChooseFile<I extends DescMessage>(props: {
  desc: I
  registered: Registered
  identity: readonly string[]
  one: string | readonly string[]
  choose: (chosen: Chosen<I>) => void
  cancel: () => void
}): ReactNode {
  const { desc, registered, identity, one, choose, cancel } = props
  const [read, setRead] = useState<number>()
  const stop = useRef(new AbortController())
  useEffect(() => {
    stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])
  const preview = async (values: Values): Promise<void> => {
    const { signal } = stop.current
    const unread = values.checked('unread')
    const columns = unread ? columnsOf(desc).map(({ name }) => name) : identity
    const identify = identifier(desc, columns)
    const rows = withTwins(await readFile(desc, values.file('file')), columns, identify)
    if (unread) return choose({ rows, unread })
    const wanted = new Set(rows.map(({ request }) => identify(request)))
    try {
      const found = await registered((one) => wanted.has(identify(one)), signal, setRead)
      choose({ rows: withRegistered(desc, rows, found, identify), unread })
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      setRead(undefined)
    }
  }
  return (
    <Form
      label="Preview"
      sending="Reading …"
      fields={[
        {
          name: 'file',
          label: 'File',
          kind: 'file',
          required: true,
          hint: `UTF-8, at most ${MAX_REQUESTS.toLocaleString()} rows. The first line names the columns. Nothing is sent yet.`,
        },
        {
          name: 'unread',
          label: 'Also import rows that are registered already',
          kind: 'check',
          hint: `A row is registered already where its ${identity.join(' and ')} are. Retired ones count.`,
        },
      ]}
      submit={preview}
      cancel={cancel}
    >
      <Columns desc={desc} />
      {read !== undefined && <p role="status">{plural(read, one)} of the register read …</p>}
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

/** Reads the rows of a file. @throws Problem where the file is not CSV in UTF-8, or too large */
async function readFile<I extends DescMessage>(desc: I, file: File): Promise<ImportRow<I>[]> {
  if (file.size > MAX_BYTES) throw new Problem('The file is larger than 5 MiB. Split it.')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    throw new Problem('The file is not UTF-8. Save it as CSV UTF-8.')
  }
  try {
    const rows = importRows(desc, parseCsv(text))
    if (rows.length === 0) throw new Problem('The file has no row below its first line.')
    if (rows.length > MAX_REQUESTS)
      throw new Problem(`The file has more than ${MAX_REQUESTS.toLocaleString()} rows. Split it.`)
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

const MAX_BYTES = 5 * 1024 * 1024
