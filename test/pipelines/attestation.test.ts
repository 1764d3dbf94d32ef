import { execFileSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, Verifier } from '@sigstore/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { leafHash } from '../../services/kernel/crypto/merkle.ts'
import { parseCases } from '../gate/case-file.ts'
import { play } from '../gate/play.ts'
import { connected, sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { type Answer, call } from '../harness/rest.ts'
import { pipeline } from './pipeline.ts'

const NAME = 'Release bot'
const PASSES = `case it passes
system "${NAME}"
suite safety asr:prompt_injection:lte:0.1
profile bot tools=search model=gpt-x/2026-01 prompt=p7
result asr:prompt_injection 0.05
certify
expect pass`

const BLOCKS = `case it blocks
system "Blocked bot"
suite safety asr:prompt_injection:lte:0.1
result asr:prompt_injection 0.5`

let at: TestInstallation
let scratch: string
let decision: { decision_id: string; payload_hash: string; ai_system_id: string }
beforeAll(async () => {
  at = await bootInstallation()
  scratch = await mkdtemp(join(tmpdir(), 'attestry-attestation-'))
  await playCases(PASSES)
  decision = (await get(`/gate-status?ai_system_name=${encodeURIComponent(NAME)}`)).body
})
afterAll(async () => {
  await at.stop()
  await rm(scratch, { recursive: true })
})

test('a signed decision is a Sigstore bundle that sigstore-js verifies with the published key alone', async () => {
  const { status, body } = await get(`/gate-decisions/${decision.decision_id}/attestation`)
  expect(status).toBe(200)
  await verified(body)
  const statement = statementOf(body.dsseEnvelope)
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'urn:attestry:gate-decision:v1',
    subject: [{ name: NAME, digest: { sha256: decision.payload_hash } }],
    predicate: {
      ...{ id: decision.decision_id, decision: 'pass', reasons: [], payload_hash: decision.payload_hash },
      ...{ ai_system_id: decision.ai_system_id, ai_system_name: NAME },
    },
  })
  const [row] = await sql<{ record: string; entry: string; leaf_index: string }>(
    at.databaseUrl,
    `select d.record, e.entry, l.leaf_index from gate.decisions d
     join ledger.entries e on e.org_id = d.org_id and e.id = d.entry_id
     join ledger.leaves_v1 l on l.org_id = d.org_id and l.entry_id = d.entry_id where d.id = $1`,
    [decision.decision_id],
  )
  expect(statement.predicate.log).toEqual({
    entry_id: JSON.parse(row!.entry).id,
    leaf_index: Number(row!.leaf_index),
    record_hash: leafHash(row!.record).toString('hex'),
  })

  const payload = Buffer.from(body.dsseEnvelope.payload, 'base64').toString().replace('"pass"', '"skip"')
  const forged = structuredClone(body)
  forged.dsseEnvelope.payload = Buffer.from(payload).toString('base64')
  await expect(verified(forged)).rejects.toThrow()
})

test('the DSSE envelope names the caller’s artifact, and openssl verifies it', async () => {
  const sha256 = sha256Hex('an artifact')
  const query = `format=dsse&subject_sha256=${sha256}&subject_name=model.tar`
  const { body } = await get(`/gate-decisions/${decision.decision_id}/attestation?${query}`)
  expect(statementOf(body).subject).toEqual([{ name: 'model.tar', digest: { sha256 } }])
  const payload = Buffer.from(body.payload, 'base64')
  const files = { signed: join(scratch, 'signed'), sig: join(scratch, 'sig'), key: join(scratch, 'key.pem') }
  await writeFile(
    files.signed,
    Buffer.concat([Buffer.from(`DSSEv1 28 ${body.payloadType} ${payload.length} `), payload]),
  )
  await writeFile(files.sig, Buffer.from(body.signatures[0].sig, 'base64'))
  await writeFile(files.key, await pemOf(body.signatures[0].keyid))
  const args = ['dgst', '-sha256', '-verify', files.key, '-signature', files.sig, files.signed]
  expect(execFileSync('openssl', args, { encoding: 'utf8' })).toBe('Verified OK\n')
})

test('the log has which decision was signed, for which artifact, and the statement’s hash', async () => {
  const sha256 = sha256Hex('a bad artifact')
  const path = `/gate-decisions/${decision.decision_id}/attestation?predicate=vsa&format=dsse`
  const { body, headers } = await get(`${path}&subject_sha256=${sha256}&subject_name=bad.tar`)
  const entries = await sql<{ entry: string }>(
    at.databaseUrl,
    "select entry from ledger.entries where entry::json ->> 'request_id' = $1",
    [headers.get('x-request-id')],
  )
  expect(entries.map(({ entry }) => JSON.parse(entry))).toMatchObject([
    {
      ...{ operation: 'attestDecision', outcome: 'ok', actor: { kind: 'api_key' } },
      details: {
        ...{ decision_id: decision.decision_id, decision: 'pass' },
        ...{ subject_name: 'bad.tar', subject_sha256: sha256 },
        statement_sha256: sha256Hex(Buffer.from(body.payload, 'base64')),
      },
    },
  ])
})

test('a SLSA verification summary of the artifact verifies with sigstore-js', async () => {
  const sha256 = sha256Hex('an artifact')
  const path = `/gate-decisions/${decision.decision_id}/attestation?predicate=vsa`
  const { status, body } = await get(`${path}&subject_sha256=${sha256}&subject_name=model.tar`)
  expect(status).toBe(200)
  await verified(body)
  expect(statementOf(body.dsseEnvelope)).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://slsa.dev/verification_summary/v1',
    subject: [{ name: 'model.tar', digest: { sha256 } }],
    predicate: {
      verifier: { id: 'urn:attestry:gate' },
      timeVerified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      resourceUri: `urn:attestry:ai-system:${decision.ai_system_id}`,
      policy: { uri: expect.stringMatching(/^urn:attestry:gate-rules:\d+$/) },
      inputAttestations: [
        {
          uri: `urn:attestry:gate-snapshot:${decision.decision_id}`,
          digest: { sha256: decision.payload_hash },
        },
      ],
      verificationResult: 'PASSED',
      verifiedLevels: ['ATTESTRY_GATE_PASS'],
      slsaVersion: '1.1',
    },
  })
  const forged = structuredClone(body)
  const payload = Buffer.from(body.dsseEnvelope.payload, 'base64').toString().replace(sha256, sha256Hex('x'))
  forged.dsseEnvelope.payload = Buffer.from(payload).toString('base64')
  await expect(verified(forged)).rejects.toThrow()
  expect((await get(path)).body.error.details.fieldErrors).toHaveProperty('subject_sha256')
})

test('a decision that blocks gives a verification summary with FAILED', async () => {
  await playCases(BLOCKS)
  const { body: blocked } = await get('/gate-status?ai_system_name=Blocked%20bot')
  expect(blocked.decision).toBe('block')
  const query = `predicate=vsa&subject_sha256=${sha256Hex('an artifact')}`
  const { body } = await get(`/gate-decisions/${blocked.decision_id}/attestation?${query}`)
  expect(statementOf(body.dsseEnvelope).predicate).toMatchObject({
    verificationResult: 'FAILED',
    verifiedLevels: ['FAILED'],
  })
})

test('a signed decision is only for its organization, with a key that has gate:query', async () => {
  const path = `/gate-decisions/${decision.decision_id}/attestation`
  const other = await at.another()
  expect((await get(path, other.key)).status).toBe(404)
  const { key } = await at.organization.makeKey({ permissions: ['incidents:read'] })
  expect((await get(path, key)).status).toBe(403)
  expect((await get(path, (await at.another({ addons: [] })).key)).status).toBe(403)
  for (const query of [
    'subject_sha256=AB',
    'format=pdf',
    `subject_sha256=${'G'.repeat(64)}`,
    'subject_name=',
  ])
    expect([query, (await get(`${path}?${query}`)).status]).toEqual([query, 400])
})

test('attestry gate check --attest writes the signed decision that it reports', async () => {
  const { key } = await at.organization.makeKey({ permissions: ['gate:query'] })
  const file = join(scratch, 'decision.sigstore.json')
  const subject = sha256Hex('an image')
  const args = ['gate', 'check', '--url', at.baseUrl, '--system', NAME, '--format', 'json', '--attest', file]
  const ran = await pipeline([...args, '--subject', subject], { ATTESTRY_API_KEY: key })
  expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' })
  const bundle = JSON.parse(await readFile(file, 'utf8'))
  await verified(bundle)
  const statement = statementOf(bundle.dsseEnvelope)
  expect(statement.predicate.id).toBe(JSON.parse(ran.stdout).decision_id)
  expect(statement.subject[0].digest).toEqual({ sha256: subject })
  const vsa = join(scratch, 'vsa.sigstore.json')
  const both = await pipeline([...args, '--subject', subject, '--vsa', vsa], { ATTESTRY_API_KEY: key })
  expect({ code: both.code, stderr: both.stderr }).toEqual({ code: 0, stderr: '' })
  const summary = JSON.parse(await readFile(vsa, 'utf8'))
  await verified(summary)
  expect(statementOf(summary.dsseEnvelope)).toMatchObject({
    subject: [{ digest: { sha256: subject } }],
    predicateType: 'https://slsa.dev/verification_summary/v1',
  })
  expect((await pipeline([...args, '--vsa', vsa], { ATTESTRY_API_KEY: key })).code).toBe(2)
  const wrong = await pipeline([...args, '--subject', 'x'], { ATTESTRY_API_KEY: key })
  expect(wrong.code).toBe(2)
})

test.each([
  ['', 0],
  [', by a process whose clock is an hour late', 3_600_000],
])('an earlier pass is signed for no artifact once the gate has decided to block%s', async (_, lateMs) => {
  const name = `Drifting bot ${lateMs}`
  await playCases(PASSES.replace(NAME, name).replace('profile bot', `profile drifting-${lateMs}`))
  const clock = { now: () => new Date(Date.now() - lateMs) }
  const other = await bootInstallation({ databaseUrl: at.databaseUrl, clock })
  const path = `/api/v1/gate-status?ai_system_name=${encodeURIComponent(name)}`
  const ask = async ({ baseUrl } = at) =>
    (await call(baseUrl, path, { key: at.organization.key, method: 'GET' })).body
  const signed = (one: { decision_id: string }, query = '') =>
    get(`/gate-decisions/${one.decision_id}/attestation?${query}`)
  const artifact = `subject_sha256=${sha256Hex('an artifact')}`
  const passed = await ask()
  expect([passed.decision, (await signed(passed, artifact)).status]).toEqual(['pass', 200])
  await submit(0.5, passed)
  const blocked = await ask(other)
  await other.stop()
  expect(blocked.decision).toBe('block')
  for (const query of [artifact, `${artifact}&predicate=vsa`])
    expect(await signed(passed, query)).toMatchObject({
      status: 400,
      body: { error: { details: { reason: 'superseded', decision_id: blocked.decision_id } } },
    })
  expect((await signed(passed)).status).toBe(200)
  expect((await signed(blocked, `${artifact}&predicate=vsa`)).status).toBe(200)
  await submit(0.05, passed)
  expect((await ask()).decision).toBe('pass')
  expect((await signed(passed, artifact)).status).toBe(200)
})

test('a decision to block counts however many that passed wait for their place in the log beside it', async () => {
  const name = 'Asked bot'
  await playCases(PASSES.replace(NAME, name).replace('profile bot', 'profile asked'))
  const path = `/gate-status?ai_system_name=${encodeURIComponent(name)}`
  const passed = (await get(path)).body
  const artifact = `/gate-decisions/${passed.decision_id}/attestation?subject_sha256=${sha256Hex('an artifact')}`
  expect((await get(artifact)).status).toBe(200)
  await connected(at.databaseUrl, async (run) => {
    // The lock of the sequencer (services/ledger/store/log/sequence.ts).
    await run('select pg_advisory_lock(7244010)')
    const before = await Promise.all(Array.from({ length: 160 }, async () => (await get(path)).body.decision))
    expect(new Set(before)).toEqual(new Set(['pass']))
    // As autovacuum does: the decisions are then read in another order.
    await run('analyze gate.decisions, ledger.leaves')
    await submit(0.5, passed)
    expect((await get(path)).body.decision).toBe('block')
    expect(await get(artifact)).toMatchObject({ status: 400 })
  })
})

function submit(metric_value: number, { ai_system_id }: { ai_system_id: string }): Promise<Answer> {
  return call(at.baseUrl, '/api/v1/ai-evaluations', {
    key: at.organization.key,
    body: {
      ...{ ai_system_id, source: 'ci', metric_name: 'asr', eval_type: 'prompt_injection', metric_value },
      ...{ passed: true, evaluated_at: '2026-01-02T03:04:05Z', eval_suite: 'safety' },
    },
  })
}

async function playCases(text: string): Promise<void> {
  const { key, admin } = at.organization
  for (const one of parseCases(text))
    await play(one, {
      gate: at.composition.transports.gate,
      asAdmin: (operation) => sessionCaller(operation, admin.session, systemClock),
      rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key, body }),
    })
}

function get(path: string, key = at.organization.key): Promise<Answer> {
  return call(at.baseUrl, `/api/v1${path}`, { key, method: 'GET' })
}

function statementOf(envelope: { payload: string }) {
  return JSON.parse(Buffer.from(envelope.payload, 'base64').toString())
}

async function pemOf(kid: string): Promise<string> {
  const answer = await fetch(`${at.baseUrl}/.well-known/attestry/keys/${kid}.pem`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** Verifies a bundle with sigstore-js and the key that the installation publishes. */
async function verified(json: { verificationMaterial: { publicKey: { hint: string } } }): Promise<void> {
  const publicKey = createPublicKey(await pemOf(json.verificationMaterial.publicKey.hint))
  const none = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] }
  const trust = { ...none, publicKey: () => ({ publicKey, validFor: () => true }) }
  const verifier = new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 })
  verifier.verify(toSignedEntity(bundleFromJSON(json)))
}
