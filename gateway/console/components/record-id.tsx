import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { useMay } from '../api/session.ts'
import { Code } from './page.tsx'

/** The id of a record, with a link to its entries in the log. */
export function RecordId({ id }: { id: string }): ReactNode {
  return (
    <>
      <Code value={id} /> <InTheLog id={id} />
    </>
  )
}

/** A link to the entries of the calls that wrote a record, for people who may read the log. */
export function InTheLog({ id, of }: { id: string; of?: string }): ReactNode {
  const may = useMay()
  if (!may(AuditService.method.listEntries)) return null
  return (
    <Link className="log" to="/audit" search={{ record: id }}>
      In the log{of !== undefined && <span className="hidden">: {of}</span>}
    </Link>
  )
}
