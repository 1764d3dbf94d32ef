import { type ReactNode, useState } from 'react'
import { Dialog } from '../forms/dialog.tsx'
import { type Column, Table } from '../lists/table.tsx'
import { Empty } from '../states.tsx'
import { None } from '../time.tsx'
import { type Compared, compare, type Fact, isChanged } from './compare.ts'

/** A state of a thing: `{ id, name: 'version 2', facts }`. */
export type State = { id: string; name: string; facts: readonly Fact[] }

/** Two states of a thing beside each other. Changed values are marked, and a column of its own says that they changed. */
export function SideBySide({
  before,
  after,
  onlyChanges = false,
}: {
  before: State
  after: State
  onlyChanges?: boolean
}): ReactNode {
  const rows = compare(before.facts, after.facts).filter((row) => !onlyChanges || isChanged(row))
  if (rows.length === 0) return <Empty title="Nothing differs." />
  const columns: Column<Compared>[] = [
    { label: 'What', cell: ({ name }) => <>{name}</> },
    { label: before.name, kind: 'long', cell: (row) => <Value text={row.before} mark="was" row={row} /> },
    { label: after.name, kind: 'long', cell: (row) => <Value text={row.after} mark="is" row={row} /> },
    ...(onlyChanges
      ? []
      : [{ label: 'Change', cell: (row: Compared) => (isChanged(row) ? 'changed' : <None />) }]),
  ]
  return (
    <Table
      caption={`${before.name} and ${after.name}`}
      columns={columns}
      rows={rows}
      id={({ name }) => name}
    />
  )
}

function Value({
  text,
  mark,
  row,
}: {
  text: string | undefined
  mark: 'was' | 'is'
  row: Compared
}): ReactNode {
  if (text === undefined || text === '') return <None />
  return isChanged(row) ? <span className={mark}>{text}</span> : text
}

/** Compares any two states of a thing. Begins with the newest and the one before it. `states`: newest first. */
export function CompareStates({
  title,
  states,
  label = 'Compare versions',
}: {
  title: string
  states: readonly State[]
  label?: string
}): ReactNode {
  const [open, setOpen] = useState(false)
  if (states.length < 2) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {label}
      </button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)} wide>
          <Chosen states={states} />
        </Dialog>
      )}
    </>
  )
}

function Chosen({ states }: { states: readonly State[] }): ReactNode {
  const [before, setBefore] = useState(states[1]!.id)
  const [after, setAfter] = useState(states[0]!.id)
  const stateOf = (id: string): State => states.find((one) => one.id === id) ?? states[0]!
  return (
    <>
      <div className="filters">
        <Choice label="Compare" states={states} value={before} choose={setBefore} />
        <Choice label="with" states={states} value={after} choose={setAfter} />
      </div>
      <SideBySide before={stateOf(before)} after={stateOf(after)} />
    </>
  )
}

function Choice({
  label,
  states,
  value,
  choose,
}: {
  label: string
  states: readonly State[]
  value: string
  choose: (id: string) => void
}): ReactNode {
  return (
    <label className="filter">
      <span>{label}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {states.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
