import { useQuery } from '@connectrpc/connect-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SystemService } from '../../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { TriggerStatus } from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { Tags } from '../../components/badge.tsx'
import { useScrollToPart } from '../../components/lists/scroll-to-part.ts'
import { Card, Facts, PageHead } from '../../components/page.tsx'
import { RecordId } from '../../components/record-id.tsx'
import { Loaded } from '../../components/states.tsx'
import { Exact } from '../../components/time.tsx'
import { SystemActions } from './system-actions.tsx'
import { GateHistory, Metrics } from './system-charts.tsx'
import { Decisions, GateState } from './system-gate.tsx'
import { Attestations, Certifications, Profiles } from './system-parts.tsx'
import { NoOutcome, Outcome, Suites } from './system-suites.tsx'
import { TriggerTable } from './triggers.tsx'

/** One AI system: whether it may ship, the reasons why not, and all inputs of the gate. */
export function Page(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(SystemService.method.getSystem, { id })
  useScrollToPart()
  return (
    <Loaded query={query}>
      {({ system }) => (
        <>
          <PageHead title={system!.name} crumb={{ to: '/systems', label: 'AI systems' }}>
            <SystemActions system={system!} />
          </PageHead>
          <GateState systemId={id} name={system!.name} />
          <Card>
            <Facts
              of={[
                ['Gate suite', system!.gateSuite],
                ['Must attest', <Tags key="m" words={system!.attestationRoles} most={20} />],
                ['Registered', <Exact key="c" at={system!.createdAt} />],
                ['Id', <RecordId key="i" id={system!.id} />],
              ]}
            />
          </Card>
          {system!.gateSuite === undefined ? (
            <NoOutcome />
          ) : (
            <>
              <Outcome systemId={id} />
              <Metrics systemId={id} />
            </>
          )}
          <Card
            title="Open triggers"
            about="Each blocks the release until a person resolves it."
            flush
            id="triggers"
          >
            <TriggerTable aiSystemId={id} status={TriggerStatus.OPEN} />
          </Card>
          <Suites system={system!} />
          <Profiles systemId={id} />
          <Certifications systemId={id} />
          <Attestations systemId={id} />
          <GateHistory systemId={id} />
          <Decisions systemId={id} />
        </>
      )}
    </Loaded>
  )
}
