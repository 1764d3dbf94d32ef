import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { refusalOf } from '../../clients/cli/src/gate/signed-decision.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const another = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const NOW = Date.parse('2026-02-01T10:00:00Z')
const MINUTE = 60_000
const SYSTEM = '0198c0de-0000-7000-8000-000000000001'
const SHA256 = 'ab'.repeat(32)
const TYPE = 'application/vnd.in-toto+json'

const subject = [{ name: 'model.tar', digest: { sha256: SHA256 } }]
const decided = { ai_system_id: SYSTEM, decision: 'pass', decided_at: '2026-02-01T09:59:00Z' }
const summary = {
  verifier: { id: 'urn:attestry:gate' },
  resourceUri: `urn:attestry:ai-system:${SYSTEM}`,
  verificationResult: 'PASSED',
  timeVerified: '2026-02-01T09:59:00Z',
}
const decision = (more: object = {}) => statement('urn:attestry:gate-decision:v1', { ...decided, ...more })
const vsa = (more: object = {}) =>
  statement('https://slsa.dev/verification_summary/v1', { ...summary, ...more })

test('gate verify compares artifact, AI system, outcome and time of the signed statement exactly', () => {
  for (const signed of [decision(), vsa()]) {
    expect(refusal(signed)).toBeUndefined()
    for (const name of ['_type', 'predicateType', 'predicate', 'subject'])
      expect(refusal({ ...signed, [name]: undefined })).toEqual(expect.any(String))
    for (const other of [
      [],
      [...subject, ...subject],
      [...subject, { digest: { sha256: 'cd'.repeat(32) } }],
      [{ digest: { sha256: SHA256.toUpperCase() } }],
      [{ digest: { sha512: SHA256 } }],
      [null],
      subject[0],
    ])
      expect(refusal({ ...signed, subject: other })).toBe('is about another artifact')
  }
  for (const signed of [
    decision({ ai_system_id: undefined }),
    decision({ ai_system_id: [SYSTEM] }),
    vsa({ resourceUri: undefined }),
    vsa({ resourceUri: SYSTEM }),
    vsa({ resourceUri: `urn:attestry:ai-system:${SYSTEM}/other` }),
  ])
    expect(refusal(signed)).toBe('is about another AI system')
  for (const signed of [
    decision({ decision: 'PASS' }),
    decision({ decision: 'block' }),
    decision({ decision: undefined, verificationResult: 'PASSED' }),
    vsa({ verificationResult: 'pass' }),
    vsa({ verificationResult: 'FAILED' }),
  ])
    expect(refusal(signed)).toBe('the gate blocked')
  expect(refusal(vsa({ verifier: { id: 'https://example.com/verifier' } }))).toBe(NO_DECISION)
  expect(refusal(statement('https://slsa.dev/provenance/v1', decided))).toBe(NO_DECISION)
})

test('gate verify accepts a decision up to the given age, and up to 5 minutes in the future', () => {
  const at = (ms: number) => new Date(NOW + ms).toISOString()
  const ages = [
    [-60 * MINUTE, undefined],
    [-60 * MINUTE - 1, 'too long ago'],
    [5 * MINUTE, undefined],
    [5 * MINUTE + 1, 'in the future'],
  ] as const
  for (const [age, why] of ages)
    for (const signed of [decision({ decided_at: at(age) }), vsa({ timeVerified: at(age) })])
      expect(refusal(signed)).toEqual(why === undefined ? undefined : expect.stringContaining(why))
  for (const time of [undefined, null, '', 'soon', {}])
    expect(refusal(decision({ decided_at: time }))).toContain('too long ago')
})

test('gate verify needs one valid signature by the key over exactly this payload and type', () => {
  const good = enveloped(decision())
  const by = (key: typeof privateKey) => enveloped(decision(), key).signatures[0]!
  const [mine, other] = [by(privateKey), by(another)]
  const notOne = [null, 1, {}, { sig: 1 }, { sig: '' }, { sig: '!' }, other]
  expect(why({ ...good, signatures: [...notOne, mine] })).toBeUndefined()
  for (const envelope of [
    { ...good, signatures: notOne },
    { ...good, signatures: [] },
    { ...good, signatures: mine },
    { ...good, payloadType: 'text/plain' },
    { ...good, payload: [good.payload] },
    { ...good, payload: enveloped(decision({ decision: 'block' })).payload },
    { ...good, payload: enveloped(vsa()).payload },
    { dsseEnvelope: { ...good, signatures: [other] }, ...good },
    enveloped({ ...decision(), _type: 'https://in-toto.io/Statement/v0.1' }),
    enveloped(decision(), privateKey, 'application/json'),
    [good],
  ])
    expect(why(envelope)).toBe('is not signed by this key')
})

function refusal(signed: object): string | undefined {
  return why({ dsseEnvelope: enveloped(signed) })
}

function why(document: unknown): string | undefined {
  const policy = { key: publicKey, systemId: SYSTEM, sha256: SHA256, maxAgeMs: 60 * MINUTE }
  return refusalOf(JSON.stringify(document), policy, NOW)
}

function statement(predicateType: string, predicate: object) {
  return { _type: 'https://in-toto.io/Statement/v1', subject, predicateType, predicate }
}

function enveloped(signed: object, key = privateKey, payloadType = TYPE) {
  const payload = JSON.stringify(signed)
  const bytes = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} ${payload}`
  const sig = sign('sha256', Buffer.from(bytes), key).toString('base64')
  return { payload: Buffer.from(payload).toString('base64'), payloadType, signatures: [{ sig }] }
}

const NO_DECISION = 'is not a decision of the gate'
