import { createClient } from '@connectrpc/connect'
import { sessionCaller } from '../../../gateway/cli/calls/session-caller.ts'
import { migrateDatabase } from '../../../gateway/cli/process/migrations.ts'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { Operator, SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { systemClock } from '../../../services/kernel/clock.ts'
import { silentLog } from '../../../services/kernel/logging/log.ts'
import { bootInstallation } from '../../harness/installation.ts'
import type { TestOrganization } from '../../harness/organization.ts'
import { administration, type TestEndpoint } from '../../webhook/support/endpoint.ts'

/** The target of a load: an organization with an AI system, a suite, an agent's profile and a webhook endpoint. */
export type Scene = {
  organization: TestOrganization
  systemId: string
  endpoint: TestEndpoint
  /** The environment of the processes of this installation. */
  env: NodeJS.ProcessEnv
}

/** The one tool that the agent's profile documents. */
export const DOCUMENTED_TOOL = 'search'
export const AGENT = 'scorer-agent'

/** Makes the scene on an empty database, and leaves nothing running. */
export async function makeScene(options: { databaseUrl: string; env: NodeJS.ProcessEnv }): Promise<Scene> {
  await migrateDatabase(options.databaseUrl, { seconds: 120, log: silentLog })
  const at = await bootInstallation({ shape: 'one', ...options })
  try {
    const { gate } = at.composition.transports
    const asAdmin = (operation: string) =>
      sessionCaller(operation, at.organization.admin.session, systemClock)
    const { system } = await createClient(SystemService, gate).createSystem(
      { name: 'Scorer' },
      asAdmin('createSystem'),
    )
    const aiSystemId = system!.id
    const threshold = { metricName: 'psi', evalType: 'drift', operator: Operator.LTE, value: 0.2 }
    const suite = { aiSystemId, name: 'release', thresholds: [threshold] }
    await createClient(SuiteService, gate).createSuite(suite, asAdmin('createSuite'))
    const profile = {
      aiSystemId,
      agentIdentity: AGENT,
      tools: [DOCUMENTED_TOOL],
      modelName: 'm',
      modelVersion: '1',
      promptVersion: '1',
    }
    await createClient(ProfileService, gate).createProfile(profile, asAdmin('createProfile'))
    const endpoint = await administration(at).make()
    const { PORT: _, ...env } = at.env
    return { organization: at.organization, systemId: aiSystemId, endpoint, env }
  } finally {
    await at.stop()
  }
}
