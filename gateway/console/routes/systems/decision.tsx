import { useQuery } from '@connectrpc/connect-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  type GateDecision,
  GateService,
  Verdict,
  VerdictSchema,
} from '../../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { useSystemName } from '../../api/system-names.tsx'
import { EnumBadge } from '../../components/badge.tsx'
import type { Fact } from '../../components/comparison/compare.ts'
import { SideBySide } from '../../components/comparison/side-by-side.tsx'
import { Action } from '../../components/forms/action.tsx'
import { type Column, Table } from '../../components/lists/table.tsx'
import { Card, Code, Facts, PageHead } from '../../components/page.tsx'
import { RecordId } from '../../components/record-id.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Exact } from '../../components/time.tsx'
import { factsOf } from './decision-parts.ts'
import { Reasons } from './system-gate.tsx'

/** One decision of the gate, with all its inputs. */
export function Page(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(GateService.method.getDecision, { decisionId: id })
  const systemName = useSystemName(query.data?.decision?.aiSystemId ?? '')
  return (
    <Loaded query={query}>
      {({ decision, snapshot }) => (
        <>
          <PageHead
            title={`Decision about ${systemName}`}
            crumb={{ to: `/systems/${decision!.aiSystemId}`, label: systemName }}
            badge={<EnumBadge schema={VerdictSchema} value={decision!.decision} />}
          >
            <Action
              method={GateService.method.replayDecision}
              label="Replay"
              title="Replay the decision"
              about="Derives the decision again from its stored input and compares the bytes."
              request={() => ({ decisionId: id })}
              shows={({ identical, differences }) => (
                <p>
                  <strong>{identical ? 'Identical.' : `It differs in ${differences.join(', ')}.`}</strong>
                </p>
              )}
            />
          </PageHead>
          <Card>
            <Facts
              of={[
                ['Decided', <Exact key="d" at={decision!.decidedAt} />],
                [
                  'Suite version',
                  decision!.evalSuiteVersion === undefined ? undefined : String(decision!.evalSuiteVersion),
                ],
                [
                  'Certification',
                  decision!.certificationId && <Code key="c" value={decision!.certificationId} />,
                ],
                ['SHA-256 of its input', <Code key="h" value={decision!.payloadHash} />],
                ['Id', <RecordId key="i" id={decision!.id} />],
              ]}
            />
            <Reasons decision={decision!} />
          </Card>
          <SinceLastPass decision={decision!} snapshot={snapshot} />
          <MadeFrom snapshot={snapshot} />
        </>
      )}
    </Loaded>
  )
}

/** The snapshot that the gate read, as facts, and as the text that was hashed. */
function MadeFrom({ snapshot }: { snapshot: string }): ReactNode {
  return (
    <Card title="Basis" flush>
      <Table caption="Basis" columns={FACTS} rows={factsOf(snapshot)} id={([name]) => name} />
      <details className="inset">
        <summary>As it is stored</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
        <pre tabIndex={0}>{pretty(snapshot)}</pre>
      </details>
    </Card>
  )
}

const FACTS: Column<Fact>[] = [
  { label: 'What', cell: ([name]) => <>{name}</> },
  { label: 'At the decision', kind: 'long', cell: ([, value]) => <>{value}</> },
]

/** The inputs of a blocked decision that differ from those of the last pass before it. */
function SinceLastPass({ decision, snapshot }: { decision: GateDecision; snapshot: string }): ReactNode {
  const { aiSystemId, decidedAt } = decision
  const isBlocked = decision.decision === Verdict.BLOCK
  const passes = useQuery(
    GateService.method.listDecisions,
    {
      aiSystemId,
      decision: Verdict.PASS,
      page: { limit: 1 },
      ...(decidedAt === undefined ? {} : { decidedUntil: decidedAt }),
    },
    { enabled: isBlocked },
  )
  const pass = passes.data?.decisions[0]
  const before = useQuery(
    GateService.method.getDecision,
    { decisionId: pass?.id ?? '' },
    { enabled: pass !== undefined },
  )
  if (!isBlocked) return null
  return (
    <Card
      title="Changed since the last pass"
      about={pass !== undefined && <Exact at={pass.decidedAt} />}
      flush
    >
      <Loaded query={passes}>
        {() =>
          pass === undefined ? (
            <Empty title="It had not passed before." />
          ) : (
            <Loaded query={before}>
              {(found) => (
                <SideBySide
                  before={{ id: pass.id, name: 'At the last pass', facts: factsOf(found.snapshot) }}
                  after={{ id: decision.id, name: 'At this decision', facts: factsOf(snapshot) }}
                  onlyChanges
                />
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Card>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
