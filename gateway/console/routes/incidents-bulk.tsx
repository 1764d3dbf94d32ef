import { callUnaryMethod } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type Incident,
  IncidentService,
  type IncidentStatus,
  IncidentStatusSchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { Problem } from '../api/problem.ts'
import { useMay } from '../api/session.ts'
import { transport } from '../api/transport.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, type Values } from '../parts/form.tsx'
import { choicesOf, plural } from '../parts/words.ts'

/** What is done with several incidents at once: each is a call of its own, with an audit entry of its own. */
export function BulkActs({ chosen, clear }: { chosen: readonly Incident[]; clear: () => void }): ReactNode {
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (chosen.length === 0 || !may(IncidentService.method.moveIncident)) return null
  return (
    <div className="filters" role="status">
      <strong>{plural(chosen.length, 'incident')} chosen</strong>
      <button type="button" className="main" onClick={() => setOpen(true)}>
        Move them
      </button>
      <button type="button" onClick={clear}>
        Clear the choice
      </button>
      {open && <MoveAll chosen={chosen} clear={clear} onClose={() => setOpen(false)} />}
    </div>
  )
}

function MoveAll({
  chosen,
  clear,
  onClose,
}: {
  chosen: readonly Incident[]
  clear: () => void
  onClose: () => void
}): ReactNode {
  const queries = useQueryClient()
  const [moved, setMoved] = useState<number>()
  const [refused, setRefused] = useState<{ title: string; why: string }[]>()
  const run = async (values: Values): Promise<void> => {
    const problems = []
    for (const [done, { id, title }] of chosen.entries()) {
      setMoved(done)
      try {
        await callUnaryMethod(transport, IncidentService.method.moveIncident, {
          id,
          status: values.chosen<IncidentStatus>('status'),
          note: values.text('note'),
        })
      } catch (error) {
        problems.push({ id, title, why: Problem.of(error).message })
      }
    }
    setRefused(problems)
    void queries.invalidateQueries()
  }
  const leave = (): void => {
    onClose()
    if (refused !== undefined) clear()
  }
  return (
    <Dialog title={`Move ${plural(chosen.length, 'incident')}`} onClose={leave}>
      {refused === undefined ? (
        <Form
          label="Move them"
          fields={[
            { name: 'status', label: 'New status', kind: 'select', options: choicesOf(IncidentStatusSchema) },
            { name: 'note', label: 'Note', kind: 'textarea', hint: 'It stays in the history of each.' },
          ]}
          submit={run}
          cancel={leave}
        >
          <ul>
            {chosen.slice(0, 10).map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
            {chosen.length > 10 && <li>and {chosen.length - 10} more</li>}
          </ul>
          {moved !== undefined && (
            <p role="status">
              {moved} of {chosen.length} done …
            </p>
          )}
        </Form>
      ) : (
        <div className="given">
          <p role="status">{plural(chosen.length - refused.length, 'incident')} moved.</p>
          {refused.length > 0 && (
            <div className="told bad">
              <strong>Refused</strong>
              <ul>
                {refused.map(({ title, why }, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same title.
                  <li key={i}>
                    {title}: {why}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <footer>
            <button type="button" className="main" onClick={leave}>
              Done
            </button>
          </footer>
        </div>
      )}
    </Dialog>
  )
}
