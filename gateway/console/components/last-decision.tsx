import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import { BlockReasonSchema, GateService, VerdictSchema } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { readable, wordOf } from '../language/words.ts'
import { EnumBadge } from './badge.tsx'
import { When } from './time.tsx'

/** The newest decision about an AI system, its time, and the reasons of a block. */
export function LastDecision({ systemId }: { systemId: string }): ReactNode {
  const { data, error } = useQuery(
    GateService.method.listDecisions,
    { aiSystemId: systemId, page: { limit: 1 } },
    { staleTime: 60_000 },
  )
  const last = data?.decisions[0]
  if (error !== null) return <span className="muted">not known: {error.rawMessage}</span>
  if (data === undefined) return <span className="muted">…</span>
  if (last === undefined) return <span className="muted">not asked yet</span>
  return (
    <span className="verdict">
      <EnumBadge schema={VerdictSchema} value={last.decision} />{' '}
      <span className="muted">
        <When at={last.decidedAt} />
      </span>
      {last.reasons.length > 0 && (
        <span className="why">
          {last.reasons.map((one) => readable(wordOf(BlockReasonSchema, one))).join(', ')}
        </span>
      )}
    </span>
  )
}
