import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { AttestDecisionRequestSchema } from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { SubmitRunsRequestSchema } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { CreateClientRequestSchema } from '../../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import {
  CreateIncidentRequestSchema,
  type Regulation,
  Severity,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { UpdateChannelRequestSchema } from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { UpdateOrganizationRequestSchema } from '../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { DomainError } from '../errors/errors.ts'
import { timestamp } from '../values/time.ts'
import { requestRefusal } from './request-check.ts'

const refuse = requestRefusal(CreateIncidentRequestSchema)
const valid = create(CreateIncidentRequestSchema, { title: 'x', severity: Severity.LOW })
const problems = (change: Partial<typeof valid>) => problemsOf(() => refuse({ ...valid, ...change }))

/** The names of the enum, which callers of the RPC write. REST has its own words. */
const SEVERITIES = 'must be one of SEVERITY_LOW, SEVERITY_MEDIUM, SEVERITY_HIGH, SEVERITY_CRITICAL'
const RANGE = 'must be from 2000-01-01 up to 2100-01-01'

test('fields that the proto does not require may be absent', () => {
  expect(problems({})).toBeUndefined()
})

test.each([
  ['title', { title: '' }, 'must not be empty'],
  ['title', { title: 'x'.repeat(501) }, 'must be at most 500 characters'],
  ['description', { description: 'a\0b' }, 'must not contain NUL'],
  ['severity', { severity: Severity.UNSPECIFIED }, SEVERITIES],
  ['severity', { severity: Severity.UNKNOWN }, SEVERITIES],
  ['affected_systems', { affectedSystems: new Array(501).fill('x') }, 'must have at most 500 entries'],
  ['affected_systems', { affectedSystems: ['x'.repeat(201)] }, 'must be at most 200 characters'],
  ['affected_persons_count', { affectedPersonsCount: -1n }, 'must be from 0 to 2^53 - 1'],
  ['affected_persons_count', { affectedPersonsCount: 2n ** 53n }, 'must be from 0 to 2^53 - 1'],
  ['detected_at', { detectedAt: timestamp(new Date('1999-12-31T23:59:59Z')) }, RANGE],
  ['detected_at', { detectedAt: timestamp(new Date('2100-01-01T00:00:00Z')) }, RANGE],
  ['detected_at', { detectedAt: { ...timestamp(new Date('2026-01-01T00:00:00Z')), nanos: -1 } }, RANGE],
  [
    'regulation',
    { regulation: 99 as Regulation },
    'must be one of REGULATION_NIS2, REGULATION_DORA, REGULATION_GDPR, REGULATION_CRA, REGULATION_AI_ACT, REGULATION_CER, REGULATION_EIDAS, REGULATION_OTHER',
  ],
])('the constraint on %s is enforced (%#)', (field, change, message) => {
  expect(problems(change as Partial<typeof valid>)).toEqual({ [field]: [message] })
})

test('every invalid field is named, in the order of the proto', () => {
  const wrong = problems({ title: '', severity: Severity.UNKNOWN, regulation: 99 as Regulation })
  expect(Object.keys(wrong as object)).toEqual(['title', 'severity', 'regulation'])
  expect(() => refuse({ ...valid, title: '' })).toThrow(DomainError)
})

test.each([
  ['A'.repeat(64), 'must be 64 lower-case hex digits'],
  ['ab', 'must be 64 lower-case hex digits'],
  ['a'.repeat(65), 'must be at most 64 characters'],
  ['a'.repeat(64), undefined],
])(
  'a text with a length and a pattern is checked for both, with a message in words (%#)',
  (subjectSha256, message) => {
    const request = create(AttestDecisionRequestSchema, { decisionId: ID, subjectSha256 })
    const expected = message === undefined ? undefined : { subject_sha256: [message] }
    expect(problemsOf(() => requestRefusal(AttestDecisionRequestSchema)(request))).toEqual(expected)
  },
)

test('a required id must be a UUID, and not empty', () => {
  const refuse = requestRefusal(AttestDecisionRequestSchema)
  for (const decisionId of ['', 'x', `${ID}0`]) {
    const request = create(AttestDecisionRequestSchema, { decisionId })
    expect(problemsOf(() => refuse(request))).toEqual({ decision_id: ['must be a UUID'] })
  }
})

test('an optional list is checked if it is present', () => {
  const refuse = requestRefusal(UpdateChannelRequestSchema)
  const request = (recipients?: string[]) =>
    create(UpdateChannelRequestSchema, { id: ID, ...(recipients && { recipients: { values: recipients } }) })
  const wrong = { recipients: ['must be an e-mail address'] }
  expect(problemsOf(() => refuse(request()))).toBeUndefined()
  expect(problemsOf(() => refuse(request(['a@b.example', 'x'])))).toEqual(wrong)
})

test('a message within a request is checked, and errors name its path', () => {
  const refuse = requestRefusal(UpdateOrganizationRequestSchema)
  const request = create(UpdateOrganizationRequestSchema, {
    id: ID,
    separationOfDuties: { roleWaitHours: 721 },
  })
  const wrong = { 'separation_of_duties.role_wait_hours': ['must be from 0 to 720'] }
  expect(problemsOf(() => refuse(request))).toEqual(wrong)
})

test.each([
  [0, undefined],
  [31, 'must be 32 bytes'],
  [32, undefined],
  [33, 'must be 32 bytes'],
])('bytes must have their exact length (%i)', (length, message) => {
  const refuse = requestRefusal(CreateClientRequestSchema)
  const client = { name: 'x', services: ['ledger'], tokenHash: new Uint8Array(length) }
  const wrong = message === undefined ? undefined : { token_hash: [message] }
  expect(problemsOf(() => refuse(create(CreateClientRequestSchema, client)))).toEqual(wrong)
})

test('fields that a handler checks itself are left to it', () => {
  const refuse = requestRefusal(SubmitRunsRequestSchema)
  expect(problemsOf(() => refuse(create(SubmitRunsRequestSchema, { runs: [{}] })))).toBeUndefined()
})

function problemsOf(act: () => void): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    return (error as DomainError).details?.fieldErrors
  }
}

const ID = '018f0000-0000-7000-8000-000000000001'
