import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ActorKind, ActorSchema, CallerSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { attest, attestor } from './attestation.ts'
import { certificationMessage, certificationText, certify } from './certification.ts'
import { decide } from './decide.ts'
import type { Snapshot } from './snapshot.ts'

const at = new Date('2026-01-02T03:04:05.678Z')
const more = { reviewed_hash: '00', waited_hours: 720 }
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

test('a certification locks each result once and the versions of every agent', () => {
  const record = certify('c', snapshot, by, at)
  expect(record.results).toEqual([
    { evaluation_id: 'r', metric_name: 'gap', eval_type: 'bias', metric_value: 0, record_hash: '00' },
  ])
  expect(record.agents).toEqual([
    { profile_id: 'p', model_name: 'm', model_version: '1', prompt_version: 'x' },
  ])
  expect(certificationMessage(certificationText(record))).toMatchObject({
    id: 'c',
    suiteId: 's',
    suiteVersion: 1,
  })
})

test('what was certified and attested is what the gate then looks for', () => {
  const { id, suite_id, suite_name, suite_version, agents } = certify('c', snapshot, by, at)
  const reference = { id, suite_id, suite_name, suite_version }
  const attested = attest('t', snapshot, { role: 'ciso', statement: 'seen', by: person, ...more }, at)
  const after = {
    ...snapshot,
    certifications: { of_system: { ...reference, agents }, of_suite: reference, of_version: reference },
    attestations: [{ ...attested, attested_by: attested.attested_by.id }],
  }
  expect(decide(after).decision).toBe('pass')
})

test('a suite that is missing or not met cannot be approved', () => {
  const unmet = structuredClone(snapshot)
  unmet.suite!.thresholds[0]!.result = null
  expect(() => certify('c', unmet, by, at)).toThrow('"gap" (bias) has no result')
  expect(() => certify('c', { ...snapshot, suite: null }, by, at)).toThrow('has no gate suite')
  const said = { role: 'ciso', statement: 'seen', by: person, ...more }
  expect(() => attest('t', { ...snapshot, suite: null }, said, at)).toThrow('has no gate suite')
  expect(() => attest('t', { ...snapshot, profiles: [] }, said, at)).toThrow('has no agent profile')
})

test('only a person who holds the role attests in it', () => {
  const input = { role: 'ciso', statement: 'seen' }
  expect(attestor(caller(ActorKind.USER, ['ciso']), input)).toEqual(person)
  expect(() => attestor(caller(ActorKind.USER, ['dpo']), input)).toThrow('do not hold')
  expect(() => attestor(caller(ActorKind.API_KEY, ['ciso']), input)).toThrow('only a person')
})
