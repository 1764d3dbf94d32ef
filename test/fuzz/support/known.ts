import { acting } from '../../evidence/support/scenario.ts'
import type { TestInstallation } from '../../harness/installation.ts'

/**
 * Inputs name the things of an installation by words such as `__system__`, so that a found input can be tried again in another
 * installation.
 */
export type Names = { [word: string]: string }

/** Makes the things that inputs name. */
export async function makeKnown(at: TestInstallation): Promise<Names> {
  const { asAdmin, post, get } = acting(at, at.organization.key, at.organization.admin.session)
  const { system } = await asAdmin('gate.v1.SystemService/CreateSystem', {
    name: 'claims-assistant',
    attestationRoles: ['ciso'],
  })
  const { suite } = await asAdmin('gate.v1.SuiteService/CreateSuite', {
    ...{ aiSystemId: system.id, name: 'release' },
    thresholds: [{ metricName: 'rate', evalType: 'custom', operator: 'OPERATOR_LTE', value: 0.5 }],
  })
  const { profile } = await asAdmin('gate.v1.ProfileService/CreateProfile', {
    ...{ aiSystemId: system.id, agentIdentity: 'helpdesk', tools: [] },
    ...{ modelName: 'm', modelVersion: '1', promptVersion: '1' },
  })
  const incident = await post('/incidents', { title: 'Known', severity: 'low' })
  const started = { agent_identity: 'helpdesk', run_ref: 'known', started_at: '2026-03-01T10:00:00Z' }
  const run = await post('/agent-runs', started)
  const { id: key } = await at.organization.makeKey({ name: 'known' })
  const decision = await get(`/gate-status/${system.id}`)
  return {
    system: system.id,
    decision: decision.decision_id,
    suite: suite.id,
    profile: profile.id,
    incident: incident.id,
    run: run.data[0].id,
    key,
  }
}

export function named(text: string, names: Names): string {
  return text.replace(/__(\w+?)__/g, (word, name) => names[name] ?? word)
}
