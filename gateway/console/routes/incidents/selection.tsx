import { useState } from 'react'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'

/** The selected incidents among those that are shown, and the check boxes that select them. */
export function useSelection(rows: readonly Incident[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ id }) => ids.has(id))
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(ids)
    if (isChosen) next.add(id)
    else next.delete(id)
    setIds(next)
  }
  const all = (
    <input
      type="checkbox"
      aria-label="Select all shown"
      checked={chosen.length > 0 && chosen.length === rows.length}
      onChange={(event) => setIds(new Set(event.currentTarget.checked ? rows.map(({ id }) => id) : []))}
    />
  )
  const one = ({ id, title }: Incident) => (
    <input
      type="checkbox"
      aria-label={`Choose ${title}`}
      checked={ids.has(id)}
      onChange={(event) => choose(id, event.currentTarget.checked)}
    />
  )
  return { chosen, select: (ids: readonly string[]) => setIds(new Set(ids)), checkboxes: { all, one } }
}
