import { createClient } from '@connectrpc/connect'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { ProfileService } from '../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { type Operator, OperatorSchema, SuiteService } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { enumText } from '../../services/kernel/values/enum-text.ts'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { type Answer, call } from '../harness/rest.ts'

/** One organization of an installation, with the calls of its people and of its key. */
export type Tenant = {
  organization: TestOrganization
  rest(path: string, body?: unknown): Promise<Answer>
  system(name: string): Promise<string>
  /** Makes a suite. The thresholds are `metric:type:operator:value`. */
  suite(aiSystemId: string, name: string, ...thresholds: string[]): Promise<string>
  profile(aiSystemId: string, agentIdentity: string, more?: Profile): Promise<string>
  updateProfile(id: string, tools: string[]): Promise<void>
  sql<R extends object>(text: string, values?: unknown[]): Promise<R[]>
}

type Profile = { tools?: string[]; modelName?: string; modelVersion?: string }

export function tenantOf(at: TestInstallation, organization = at.organization): Tenant {
  const { transports } = at.composition
  const asAdmin = (operation: string) => sessionCaller(operation, organization.admin.session, systemClock)
  const systems = createClient(SystemService, transports.gate)
  const suites = createClient(SuiteService, transports.gate)
  const profiles = createClient(ProfileService, transports.gate)
  return {
    organization,
    rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key: organization.key, body }),
    system: async (name) => (await systems.createSystem({ name }, asAdmin('createSystem'))).system!.id,
    suite: async (aiSystemId, name, ...thresholds) => {
      const request = { aiSystemId, name, thresholds: thresholds.map(thresholdOf) }
      return (await suites.createSuite(request, asAdmin('createSuite'))).suite!.id
    },
    profile: async (aiSystemId, agentIdentity, more = {}) => {
      const { tools = [], modelName = 'model', modelVersion = '1' } = more
      const request = { aiSystemId, agentIdentity, tools, modelName, modelVersion, promptVersion: '1' }
      return (await profiles.createProfile(request, asAdmin('createProfile'))).profile!.id
    },
    updateProfile: async (id, tools) => {
      await profiles.updateProfile({ id, tools: { values: tools } }, asAdmin('updateProfile'))
    },
    sql: (text, values) => sql(at.databaseUrl, text, values),
  }
}

export function result(more: object = {}) {
  return {
    source: 'nightly',
    eval_type: 'accuracy',
    metric_name: 'f1',
    metric_value: 0.9,
    passed: true,
    evaluated_at: '2026-03-01T10:00:00Z',
    ...more,
  }
}

export function run(more: object = {}) {
  count += 1
  return { agent_identity: 'helpdesk', run_ref: `run-${count}`, started_at: '2026-03-01T10:00:00Z', ...more }
}

export function event(seq: number, more: object = {}) {
  return { seq, event_type: 'approval', occurred_at: '2026-03-01T10:00:00Z', ...more }
}

/** Returns the ids of an answer's items. */
export function idsOf(answer: Answer): string[] {
  return answer.body.data.map(({ id }: { id: string }) => id)
}

let count = 0
const OPERATORS = enumText<Operator>(OperatorSchema)

function thresholdOf(text: string) {
  const [metricName = '', evalType = '', operator = '', value] = text.split(':')
  return { metricName, evalType, operator: OPERATORS.value(operator), value: Number(value) }
}
