import { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { Operator, SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { againstBare } from '../support/against-bare.ts'
import { BARE_ID } from '../support/bare-id.ts'
import type { Paired } from '../support/load.ts'
import { rest } from '../support/rest.ts'
import type { Stand } from '../support/stand.ts'

/** GET /gate-status of a certified system: requests per second, ours ÷ bare (two indexed reads and one insert). */
export async function gateQuery(stand: Stand): Promise<Paired & { processor: number }> {
  const systemId = await certifiedSystem(stand)
  const bare = { url: `${stand.bareUrl}/gate/${BARE_ID}`, method: 'GET', expect: 200 } as const
  const headers = { authorization: `Bearer ${stand.key}` }
  return againstBare(
    stand,
    { ...bare, url: `${stand.baseUrl}/api/v1/gate-status/${systemId}`, headers },
    bare,
  )
}

/** Makes an AI system that passes: a suite of three thresholds, results that meet them, a profile, a certification. */
export async function certifiedSystem(stand: Stand): Promise<string> {
  const name = `bench ${Date.now()}`
  const { system } = await stand.asAdmin(SystemService, 'createSystem', { name })
  const aiSystemId = system!.id
  const metrics = ['attack_success_rate', 'leak_rate', 'refusal_rate']
  const thresholds = metrics.map((metricName) => ({
    metricName,
    evalType: 'jailbreak',
    operator: Operator.LTE,
    value: 0.1,
  }))
  await stand.asAdmin(SuiteService, 'createSuite', { aiSystemId, name: 'release', thresholds })
  const modelAndPrompt = { modelName: 'm', modelVersion: '1', promptVersion: '1' }
  await stand.asAdmin(ProfileService, 'createProfile', {
    aiSystemId,
    agentIdentity: name,
    tools: ['search'],
    ...modelAndPrompt,
  })
  const evaluations = metrics.map((metric_name) => ({
    ai_system_id: aiSystemId,
    source: 'bench',
    eval_type: 'jailbreak',
    metric_name,
    metric_value: 0.02,
    passed: true,
    evaluated_at: '2026-11-20T10:00:00Z',
    eval_suite: 'release',
  }))
  await rest(stand, 'POST', '/ai-evaluations', { evaluations })
  const { reviewedHash } = await stand.asAdmin(CertificationService, 'review', { aiSystemId })
  await stand.asAdmin(CertificationService, 'certify', { aiSystemId, reviewedHash })
  const { decision } = await rest(stand, 'GET', `/gate-status/${aiSystemId}`)
  if (decision !== 'pass') throw new Error(`the system to measure does not pass: ${decision}`)
  return aiSystemId
}
