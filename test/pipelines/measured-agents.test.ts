import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { personAt, refusal } from '../gate/people.ts'
import { BUNDLE, run } from './pipeline.ts'
import { type RunnerScene, runnerScene } from './runners.ts'

let { at, key, organization, workspace, scene, stop } = {} as RunnerScene
beforeAll(async () => {
  ;({ at, key, organization, workspace, scene, stop } = await runnerScene())
})
afterAll(() => stop())

test('import --agents submits results per agent version, which are certified for those versions only', async () => {
  const { aiSystemId, agentIdentity, profileId, certify } = await scene()
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  const result = { metric_name: 'asr', eval_type: 'prompt_injection', metric_value: 0.01, passed: true }
  await writeFile(join(workspace, 'named.json'), JSON.stringify([{ ...result, evaluated_at: new Date() }]))
  const args = ['import', 'results', 'named.json', '--system', aiSystemId, '--suite', 'release', '--json']
  const hand = async (model_version: string) => {
    const agent = { agent_identity: agentIdentity, model_name: 'm', model_version, prompt_version: '1' }
    await writeFile(join(workspace, 'agents.json'), JSON.stringify([agent]))
    const named = [...args, '--agents', 'agents.json', '--url', at.baseUrl]
    const ran = await run('node', [BUNDLE, ...named], { ATTESTRY_API_KEY: key }, workspace)
    return [ran.code, /nothing was added/.test(ran.stderr)]
  }
  expect(await hand('1')).toEqual([0, false])
  expect(await hand('1')).toEqual([0, true])
  await admin.profiles.updateProfile({ id: profileId, modelVersion: '2' })
  expect(await hand('1')).toEqual([0, true])
  expect(await refusal(certify(admin))).toBe(Reason.CONFLICT)
  expect(await hand('2')).toEqual([0, false])
  expect(await refusal(certify(admin))).toBe(undefined)
})

test.each([
  ['no list', '{}'],
  ['an empty one', '[]'],
  ['without a version', '[{"agent_identity":"a","model_name":"m","prompt_version":"1"}]'],
  ['with a number', '[{"agent_identity":"a","model_name":"m","model_version":1,"prompt_version":"1"}]'],
  ['no JSON', '['],
])('import --agents refuses a file: %s', async (_, text) => {
  await writeFile(join(workspace, 'wrong agents.json'), text)
  const args = ['import', 'results', 'results.json', '--system', 'x', '--agents', 'wrong agents.json']
  const ran = await run('node', [BUNDLE, ...args], { ATTESTRY_API_KEY: key }, workspace)
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('--agents: ')])
})
