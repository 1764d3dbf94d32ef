import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { personAt, refusal } from '../gate/people.ts'
import { github, gitlab, packed, type RunnerScene, runnerScene } from './runners.ts'

let { at, key, organization, workspace, scene, stop } = {} as RunnerScene
beforeAll(async () => {
  ;({ at, key, organization, workspace, scene, stop } = await runnerScene())
})
afterAll(() => stop())

test.each([
  ['GitHub', github],
  ['GitLab', gitlab],
])('%s: with whole-suite, results without a value for a threshold fail the job', async (name, runner) => {
  const { aiSystemId } = await scene()
  const results = `${name}-other.json`
  await writeFile(join(workspace, results), '[{"metric_name":"other","metric_value":1}]')
  const inputs = { url: at.baseUrl, 'api-key': key, key, package: await packed(workspace) }
  const given = { ...inputs, system: aiSystemId, suite: 'release', results }
  const { stderr } = await runner(workspace, { ...given, 'whole-suite': 'true', whole_suite: 'true' })
  expect(stderr).toContain('asr (prompt_injection): was not measured')
  expect((await runner(workspace, given)).stderr).not.toContain('was not measured')
})

test.each([
  ['GitHub', github],
  ['GitLab', gitlab],
])('%s: the results are certified only for the versions that `agents` names', async (name, runner) => {
  const { aiSystemId, agentIdentity, profileId, certify } = await scene()
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  const [results, agents] = [`${name}.json`, `${name} agents.json`]
  const result = { metric_name: 'asr', eval_type: 'prompt_injection', metric_value: 0.01, passed: true }
  await writeFile(join(workspace, results), JSON.stringify([{ ...result, evaluated_at: new Date() }]))

  const inputs = {
    url: at.baseUrl,
    'api-key': key,
    key,
    package: await packed(workspace),
    system: aiSystemId,
    suite: 'release',
  }
  const submit = async (model_version: string) => {
    const agent = { agent_identity: agentIdentity, model_name: 'm', model_version, prompt_version: '1' }
    await writeFile(join(workspace, agents), JSON.stringify([agent]))
    return (await runner(workspace, { ...inputs, results, agents })).stdout
  }
  await admin.profiles.updateProfile({ id: profileId, modelVersion: '2' })
  expect(await submit('1')).toContain('1 result submitted')
  expect(await refusal(certify(admin))).toBe(Reason.CONFLICT)
  expect(await submit('2')).toContain('1 result submitted')
  expect(await refusal(certify(admin))).toBe(undefined)
})
