import { useQuery } from '@connectrpc/connect-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Incident, IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'

/** The incident of which this one is a duplicate, if it is one. The facts that decide obligations are recorded only there. */
export const originalOf = ({ work }: Incident): string | undefined => work?.duplicateOf || undefined

/** Shows at a duplicate where the case is worked on. */
export function DuplicateNotice({ incident }: { incident: Incident }): ReactNode {
  const original = originalOf(incident)
  if (original === undefined) return null
  return (
    <p className="notice warn">
      This incident is a duplicate of <IncidentLink id={original} />. Its moments, assessments and reports are
      recorded there.
    </p>
  )
}

/** A link to an incident by its title. */
export function IncidentLink({ id }: { id: string }): ReactNode {
  const { data } = useQuery(IncidentService.method.getIncident, { id })
  return (
    <Link to="/incidents/$id" params={{ id }}>
      {data?.incident?.title ?? id}
    </Link>
  )
}
