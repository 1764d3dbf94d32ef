import { type CallOptions, createClient, type Transport } from '@connectrpc/connect'
import { CertificationService } from '../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { GateService } from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { ProfileService } from '../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SuiteService } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { ProposalService, TriggerService } from '../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import type { Answer } from '../harness/rest.ts'

/** The setting of a case: one organization, its person on the platform side and its key at the REST API. */
export type Stage = {
  gate: Transport
  /** Call options of the organization's administrator, who holds the roles ciso and dpo. */
  asAdmin: (operation: string) => CallOptions
  rest: (path: string, body?: unknown) => Promise<Answer>
}

/** The objects that a case has created so far. */
export type Staged = {
  systemId: string
  firstSuite: string
  /** Suite ids by name, in order of version. */
  suites: Map<string, string[]>
  profiles: Map<string, string>
  runId: string
  runs: number
  events: number
  /** The answer of the gate query made last. */
  decision: Answer['body']
}

export function emptyStage(): Staged {
  return {
    systemId: '',
    firstSuite: '',
    suites: new Map(),
    profiles: new Map(),
    runId: '',
    runs: 0,
    events: 0,
    decision: undefined,
  }
}

/** The gate's platform side as a person uses it. */
export function clientsOf({ gate }: Pick<Stage, 'gate'>) {
  return {
    systems: createClient(SystemService, gate),
    profiles: createClient(ProfileService, gate),
    suites: createClient(SuiteService, gate),
    certifications: createClient(CertificationService, gate),
    triggers: createClient(TriggerService, gate),
    proposals: createClient(ProposalService, gate),
    decisions: createClient(GateService, gate),
  }
}
