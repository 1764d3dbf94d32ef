import { useQuery } from '@connectrpc/connect-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { GateService, VerdictSchema } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { useSystems } from '../api/system-names.ts'
import { Act } from '../parts/act.tsx'
import { EnumBadge } from '../parts/badge.tsx'
import { Card, Code, Facts, PageHead } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { Exact } from '../parts/time.tsx'
import { Reasons } from './system-gate.tsx'

/** One decision of the gate, with everything that it was made from. */
export function Page(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(GateService.method.getDecision, { decisionId: id })
  const { nameOf } = useSystems()
  return (
    <Loaded query={query}>
      {({ decision, snapshot }) => (
        <>
          <PageHead
            title={`Decision about ${nameOf(decision!.aiSystemId)}`}
            crumb={{ to: `/systems/${decision!.aiSystemId}`, label: nameOf(decision!.aiSystemId) }}
            badge={<EnumBadge schema={VerdictSchema} value={decision!.decision} />}
          >
            <Act
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
                ['Id', <Code key="i" value={decision!.id} />],
              ]}
            />
            <Reasons decision={decision!} />
          </Card>
          <Card title="What it was made from">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
            <pre tabIndex={0}>{pretty(snapshot)}</pre>
          </Card>
        </>
      )}
    </Loaded>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
