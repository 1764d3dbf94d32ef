import { useQuery } from '@connectrpc/connect-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  BlockReason,
  BlockReasonSchema,
  type GateDecision,
  GateService,
  Verdict,
  VerdictSchema,
} from '../../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { ProposalStatus } from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { withSigns } from '../../../../services/kernel/values/operator-signs.ts'
import { useList } from '../../api/list.ts'
import { EnumBadge } from '../../components/badge.tsx'
import { Action } from '../../components/forms/action.tsx'
import { Filter, useParameters } from '../../components/lists/filter.tsx'
import { ListBar, useRowFilter } from '../../components/lists/list-bar.tsx'
import { enumValue } from '../../components/lists/parameters.ts'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card, Code } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Exact, None, When } from '../../components/time.tsx'
import { capital, choicesOf, readable, wordOf } from '../../language/words.ts'
import { REMEDIES } from './remedies.ts'

/** The newest decision, and how each reason is resolved. */
export function GateState({ systemId, name }: { systemId: string; name: string }): ReactNode {
  const query = useQuery(GateService.method.listDecisions, { aiSystemId: systemId, page: { limit: 1 } })
  return (
    <Loaded query={query}>
      {({ decisions: [last] }) => {
        const blocked = last?.decision === Verdict.BLOCK
        return (
          <section
            className={`card gate ${last === undefined ? '' : blocked ? 'blocked' : 'passed'}`}
            aria-label="Release gate"
          >
            <header>
              <div>
                <h2>
                  {last === undefined
                    ? 'The gate has not been asked yet'
                    : blocked
                      ? 'Blocked'
                      : 'May be released'}
                </h2>
                {last !== undefined && (
                  <p className="muted">
                    Decided <Exact at={last.decidedAt} />. What has changed since then counts once the gate is
                    queried again.
                  </p>
                )}
              </div>
              <div className="actions">
                <Query systemId={systemId} name={name} />
              </div>
            </header>
            {blocked && <Reasons decision={last} />}
          </section>
        )
      }}
    </Loaded>
  )
}

function Query({ systemId, name }: { systemId: string; name: string }): ReactNode {
  return (
    <Action
      method={GateService.method.queryGate}
      label="Query the gate"
      title={`Query the gate about ${name}`}
      tone="main"
      about="The query stores its decision with everything that it is based on."
      request={() => ({ aiSystemId: systemId })}
      shows={({ decision }) => (
        <>
          <p>
            <EnumBadge schema={VerdictSchema} value={decision?.decision} />
          </p>
          {decision !== undefined && <Reasons decision={decision} />}
        </>
      )}
    />
  )
}

/** Each reason, with the next step and its place. */
export function Reasons({ decision }: { decision: GateDecision }): ReactNode {
  return (
    <ul className="reasons">
      {decision.reasonDetails.map(({ code, message }) => (
        <li key={code + message}>
          <strong>{capital(readable(wordOf(BlockReasonSchema, code)))}</strong>
          <span>{withSigns(message)}</span>
          {REMEDIES[code]?.map(([part, label]) => (
            <Link
              key={part}
              to="/systems/$id"
              params={{ id: decision.aiSystemId }}
              search={{ part }}
              resetScroll={false}
            >
              {label}
            </Link>
          ))}
          {code === BlockReason.AGENT_PROFILE_MISSING && (
            <Link to="/proposals" search={{ status: String(ProposalStatus.OPEN) }}>
              Go to open proposals
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The decisions, newest first. */
export function Decisions({ systemId }: { systemId: string }): ReactNode {
  const { verdict, reason } = useParameters(KINDS)
  const filter = {
    ...useRowFilter('d.'),
    aiSystemId: systemId,
    ...(verdict === undefined ? {} : { decision: Number(verdict) as Verdict }),
    ...(reason === undefined ? {} : { reason: Number(reason) as BlockReason }),
  }
  const isFiltered = 'search' in filter || 'decision' in filter || 'reason' in filter
  const list = useList(GateService.method.listDecisions, filter, ({ decisions }) => decisions, { limit: 20 })
  return (
    <Card title="Gate decisions" flush id="decisions">
      <ListBar prefix="d." count={list.count} one="decision" kinds={KINDS}>
        <Filter name="verdict" label="Decision" options={choicesOf(VerdictSchema)} />
        <Filter name="reason" label="Reason" options={choicesOf(BlockReasonSchema)} />
      </ListBar>
      <ListTable
        list={list}
        caption="Gate decisions"
        columns={COLUMNS}
        id={({ id }) => id}
        href={({ id }) => `/decisions/${id}`}
        empty={<Empty title={isFiltered ? 'No decision matches.' : 'The gate has not been asked yet.'} />}
      />
    </Card>
  )
}

const KINDS = { verdict: enumValue(VerdictSchema), reason: enumValue(BlockReasonSchema) }

const COLUMNS: Column<GateDecision>[] = [
  { label: 'Decision', cell: ({ decision }) => <EnumBadge schema={VerdictSchema} value={decision} /> },
  {
    label: 'Reasons',
    kind: 'long',
    cell: ({ reasons }) =>
      reasons.length === 0 ? (
        <None />
      ) : (
        reasons.map((one) => readable(wordOf(BlockReasonSchema, one))).join(', ')
      ),
  },
  { label: 'When', cell: ({ decidedAt }) => <When at={decidedAt} /> },
  { label: 'SHA-256 of its input', kind: 'code', cell: ({ payloadHash }) => <Code value={payloadHash} /> },
]
