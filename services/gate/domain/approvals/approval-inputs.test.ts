import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ActorKind, ActorSchema, CallerSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { decide } from '../decision/decide.ts'
import type { Snapshot } from '../decision/snapshot.ts'
import { attest, attestationMessage, attestor } from './attestation.ts'
import { certificationMessage, certify } from './certification.ts'

const at = new Date('2026-01-02T03:04:05.678Z')
const more = { reviewedHash: '00', waitedHours: 720 }
const person = { id: 'u', name: 'ada@example.org' }
const by = { person, involved: [], ...more }
const snapshot: Snapshot = {
  rules_version: 1,
  organization_id: 'o',
  ai_system: { id: 'a', name: 'demo', version: 1, attestation_roles: ['ciso'] },
  suite: {
    id: 's',
    name: 'safety',
    version: 1,
    thresholds: [
      {
        metric_name: 'gap',
        eval_type: 'bias',
        operator: 'gte',
        value: -1,
        result: { id: 'r', metric_value: 0, record_hash: '00' },
      },
      {
        metric_name: 'gap',
        eval_type: 'bias',
        operator: 'lte',
        value: 1,
        result: { id: 'r', metric_value: 0, record_hash: '00' },
      },
    ],
  },
  profiles: [
    { id: 'p', version: 3, agent_identity: 'bot', model_name: 'm', model_version: '1', prompt_version: 'x' },
  ],
  certifications: { of_system: null, of_suite: null, of_version: null },
  attestations: [],
  open_triggers: [],
  more_open_triggers: false,
}
const caller = (kind: ActorKind, attestationRoles: string[]) =>
  create(CallerSchema, { actor: create(ActorSchema, { kind, ...person, attestationRoles }) })

test('a certification locks each result once, and the versions of every agent', () => {
  const { certification } = certify('c', snapshot, by, at)
  expect(certification.results).toMatchObject([
    { evaluationId: 'r', metricName: 'gap', evalType: 'bias', metricValue: 0, recordHash: '00' },
  ])
  expect(certification.agents).toMatchObject([
    { profileId: 'p', modelName: 'm', modelVersion: '1', promptVersion: 'x' },
  ])
  expect(certification).toMatchObject({ id: 'c', suiteId: 's', suiteVersion: 1 })
})

test('the records of approvals have these bytes, which logs of every version contain, and read back', () => {
  const certified = certify('c', snapshot, { ...by, involved: ['k"1', 'u2'] }, at)
  expect(certified.text).toBe(
    '{"agents":[{"model_name":"m","model_version":"1","profile_id":"p","prompt_version":"x"}],"ai_system_id":"a","certified_by":{"id":"u","name":"ada@example.org"},"created_at":"2026-01-02T03:04:05.678Z","duties_version":5,"id":"c","involved":["k\\"1","u2"],"organization_id":"o","results":[{"eval_type":"bias","evaluation_id":"r","metric_name":"gap","metric_value":0,"record_hash":"00"}],"reviewed_hash":"00","suite_id":"s","suite_name":"safety","suite_version":1,"waited_hours":720}',
  )
  expect(certificationMessage(certified.text)).toEqual(certified.certification)
  const given = { role: 'ciso', statement: 'seen\n', by: person, reviewedHash: '00', waitedHours: 3 }
  const attested = attest('t', snapshot, given, at)
  expect(attested.text).toBe(
    '{"agents":[{"model_name":"m","model_version":"1","profile_id":"p","prompt_version":"x"}],"ai_system_id":"a","attested_by":{"id":"u","name":"ada@example.org"},"created_at":"2026-01-02T03:04:05.678Z","duties_version":5,"id":"t","organization_id":"o","reviewed_hash":"00","role":"ciso","statement":"seen\\n","suite_id":"s","suite_name":"safety","suite_version":1,"waited_hours":3}',
  )
  expect(attestationMessage(attested.text)).toEqual(attested.attestation)
})

test('a certification from before separation of duties reads back without what was reviewed', () => {
  const {
    reviewed_hash: _,
    involved: __,
    waited_hours: ___,
    ...before
  } = JSON.parse(certify('c', snapshot, by, at).text)
  expect(certificationMessage(JSON.stringify(before))).toMatchObject({ id: 'c', reviewedHash: '' })
})

test('the gate passes on exactly what was certified and attested', () => {
  const certified = JSON.parse(certify('c', snapshot, by, at).text)
  const { id, suite_id, suite_name, suite_version, agents } = certified
  const reference = { id, suite_id, suite_name, suite_version }
  const given = { role: 'ciso', statement: 'seen', by: person, ...more }
  const attested = JSON.parse(attest('t', snapshot, given, at).text)
  const after = {
    ...snapshot,
    certifications: { of_system: { ...reference, agents }, of_suite: reference, of_version: reference },
    attestations: [{ ...attested, attested_by: attested.attested_by.id }],
  }
  expect(decide(after).decision).toBe('pass')
})

test('an approval is refused if the suite is missing or not met', () => {
  const unmet = structuredClone(snapshot)
  unmet.suite!.thresholds[0]!.result = null
  expect(() => certify('c', unmet, by, at)).toThrow('"gap" (bias) has no result')
  expect(() => certify('c', { ...snapshot, suite: null }, by, at)).toThrow('has no gate suite')
  const given = { role: 'ciso', statement: 'seen', by: person, ...more }
  expect(() => attest('t', { ...snapshot, suite: null }, given, at)).toThrow('has no gate suite')
  expect(() => attest('t', { ...snapshot, profiles: [] }, given, at)).toThrow('has no agent profile')
})

test('only a person who holds a role attests in it', () => {
  expect(attestor(caller(ActorKind.USER, ['ciso']), 'ciso')).toEqual(person)
  expect(() => attestor(caller(ActorKind.USER, ['dpo']), 'ciso')).toThrow('do not hold')
  expect(() => attestor(caller(ActorKind.API_KEY, ['ciso']), 'ciso')).toThrow('only a person')
})
