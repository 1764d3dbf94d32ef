import type { ReactNode } from 'react'
import { plural } from '../../language/words.ts'
import { CloseButton } from '../forms/close-button.tsx'
import { Form } from '../forms/form.tsx'
import { type Column, Table } from './table.tsx'

/** A row, the problems that it had, and whether what it names is registered already. */
type Outcome = { line: number; name: string; problems: string[]; registered?: readonly string[] }

/** Shows what an import would do with each row, before anything is sent. */
export function Preview(props: {
  rows: Outcome[]
  fresh: number
  /** The register was not read: what is registered already is imported too. */
  unread: boolean
  sent: number | undefined
  one: string | readonly string[]
  send: () => Promise<void>
  cancel: () => void
}): ReactNode {
  const { rows, fresh, unread, sent, one, send, cancel } = props
  const already = rows.filter(({ registered }) => registered !== undefined).length
  const bad = rows.length - fresh - already
  return (
    <Form
      label={`Import ${plural(fresh, one)}`}
      fields={[]}
      submit={send}
      cancel={cancel}
      cancelLabel={sent === undefined ? 'Cancel' : 'Stop'}
      disabled={fresh === 0}
    >
      {unread ? (
        <p>
          {plural(rows.length, 'row')}: {fresh} to import, {bad} with a problem. What is registered already
          was not looked for. Rows with a problem are left out.
        </p>
      ) : (
        <p>
          {plural(rows.length, 'row')}: {fresh} new, {already} registered already, {bad} with a problem. Only
          the new ones are imported; what is registered already stays as it is.
        </p>
      )}
      <Table
        caption="Rows of the file"
        columns={PREVIEWED}
        rows={rows.toSorted((a, b) => weight(b) - weight(a) || a.line - b.line).slice(0, SHOWN)}
        id={({ line }) => String(line)}
      />
      {rows.length > SHOWN && (
        <p className="muted">Shown: {SHOWN}, those with a problem first, then those that differ.</p>
      )}
      {sent !== undefined && (
        <p role="status">
          {sent} of {fresh} sent …
        </p>
      )}
    </Form>
  )
}

/** Shows what an import did. */
export function Result(props: {
  made: number
  already: number
  refused: Outcome[]
  /** The rows that were not sent because the person stopped. */
  left: readonly Pick<Outcome, 'line'>[]
  one: string | readonly string[]
  leave: () => void
}): ReactNode {
  const { made, already, refused, left, one, leave } = props
  return (
    <div className="given">
      <p role="status">
        {plural(made, one)} imported{already > 0 && <>, {already} registered already</>}.
      </p>
      {left.length > 0 && (
        <p>
          Stopped. {plural(left.length, 'row')} not sent, from line {left[0]!.line} on. Import the same file
          again: what is registered by then is left out.
        </p>
      )}
      {refused.length > 0 && (
        <Table
          caption="Refused rows"
          columns={REFUSED}
          rows={refused.slice(0, SHOWN)}
          id={({ line }) => String(line)}
        />
      )}
      <CloseButton close={leave} />
    </div>
  )
}

/** Rows with a problem come first, then those that differ from what is registered, then what is registered as it is. */
function weight({ problems, registered }: Outcome): number {
  if (problems.length > 0) return 3
  return registered === undefined ? 0 : registered.length > 0 ? 2 : 1
}

function found({ problems, registered }: Outcome): ReactNode {
  if (problems.length > 0) return <>{problems.join('; ')}</>
  if (registered === undefined) return <>to import</>
  if (registered.length === 0) return <>is registered already</>
  return <>is registered with another {registered.join(', ')}; it stays as it is</>
}

const NAMED: Column<Outcome>[] = [
  { label: 'Name', cell: ({ name }) => <>{name === '' ? 'without a name' : name}</> },
  { label: 'Line', kind: 'number', cell: ({ line }) => <>{line}</> },
]
const PREVIEWED: Column<Outcome>[] = [...NAMED, { label: 'Remark', kind: 'long', cell: found }]
const REFUSED: Column<Outcome>[] = [...NAMED, { label: 'Problem', kind: 'long', cell: found }]

const SHOWN = 200
