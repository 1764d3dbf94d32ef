import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { parseCases } from '../gate/case-file.ts'
import { play } from '../gate/play.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { pipeline } from './pipeline.ts'
import { scratch } from './samples.ts'

const ARTIFACT = 'the artifact'
const SHA256 = sha256Hex(ARTIFACT)
const caseOf = (name: string, value: number) => `case ${name}
system "${name}"
suite release "asr:prompt_injection:lte:0.1"
profile "agent of ${name}" tools=search model=gpt-x/2026-01 prompt=p7
result asr:prompt_injection ${value}
${value > 0.1 ? '' : 'certify'}`

let at: TestInstallation
let passes: Decision
let blocks: Decision
const written = scratch()
type Decision = { decision_id: string; ai_system_id: string; decision: string }

beforeAll(async () => {
  at = await bootInstallation()
  passes = await decided('passes', 0.05)
  blocks = await decided('blocks', 0.5)
  expect([passes.decision, blocks.decision]).toEqual(['pass', 'block'])
})
afterAll(() => at.stop())

for (const more of ['', '&format=dsse', '&predicate=vsa', '&predicate=vsa&format=dsse'])
  test(`gate verify accepts only this key’s recent pass of this AI system and artifact: ${more || 'bundle'}`, async () => {
    const passed = await signed(passes, more)
    const asked = { system: passes.ai_system_id }
    expect(await verified(passed, asked)).toEqual([0, 'pass: the gate passed this artifact\n'])
    expect(await verified(passed, { ...asked, artifact: ARTIFACT })).toEqual([0, expect.anything()])
    expect(await verified(passed, { ...asked, artifact: 'another' })).toEqual(refused('another artifact'))
    expect(await verified(passed, { system: blocks.ai_system_id })).toEqual(refused('another AI system'))
    expect(await verified(passed, { ...asked, 'max-age': '0s' })).toEqual(refused('too long ago'))
    const blocked = await signed(blocks, more)
    expect(await verified(blocked, { system: blocks.ai_system_id })).toEqual(refused('the gate blocked'))
    const forged = passed.replace(/"payload":"(.{100})/, (_, head) => `"payload":"${head.toLowerCase()}`)
    expect(await verified(forged, asked)).toEqual(refused('not signed by this key'))
  })

test('gate verify refuses anything but a signed decision, and an incomplete policy is wrong usage', async () => {
  const asked = { system: passes.ai_system_id }
  for (const text of [
    '',
    'null',
    '{}',
    '{"dsseEnvelope":null}',
    '{"payloadType":"application/vnd.in-toto+json"}',
  ])
    expect(await verified(text, asked)).toEqual(refused('not signed by this key'))
  const passed = await signed(passes, '')
  expect((await verified(passed, { system: 'passes' }))[0]).toBe(2)
  expect((await verified(passed, { ...asked, 'max-age': undefined }))[0]).toBe(2)
})

async function decided(name: string, value: number): Promise<Decision> {
  const { key, admin } = at.organization
  const [one] = parseCases(caseOf(name, value))
  await play(one!, {
    gate: at.composition.transports.gate,
    asAdmin: (operation) => sessionCaller(operation, admin.session, systemClock),
    rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key, body }),
  })
  return (await get(`/gate-status?ai_system_name=${name}`)).body
}

async function signed({ decision_id }: Decision, more: string): Promise<string> {
  const { status, text } = await get(
    `/gate-decisions/${decision_id}/attestation?subject_sha256=${SHA256}${more}`,
  )
  expect(status).toBe(200)
  return text
}

function get(path: string) {
  return call(at.baseUrl, `/api/v1${path}`, { key: at.organization.key, method: 'GET' })
}

/** The exit code of the command, and what it prints. */
async function verified(text: string, asked: { [option: string]: string | undefined }) {
  const published = await call(at.baseUrl, '/.well-known/attestry/keys.json')
  const pem = (await call(at.baseUrl, `/.well-known/attestry/keys/${published.body.keys[0].kid}.pem`)).text
  const { artifact, ...options } = { 'max-age': '1h', ...asked } as { [option: string]: string | undefined }
  const args = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
  const about =
    artifact === undefined ? ['--subject', SHA256] : ['--artifact', await written('artifact', artifact)]
  const file = await written('decision.json', text)
  const key = await written('key.pem', pem)
  const ran = await pipeline(['gate', 'verify', file, '--key', key, ...about, ...args])
  return [ran.code, ran.code === 0 ? ran.stdout : ran.stderr]
}

const refused = (why: string) => [1, expect.stringContaining(why)]
