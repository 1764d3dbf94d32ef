import { fromJsonString } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { SubmitRunsRequestSchema } from '../../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { AttachToIncidentRequestSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  CreateIncidentRequestSchema,
  ListIncidentsRequestSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { CreateUserRequestSchema } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { jsonProblem } from './json-problem.ts'

const LIST = 'attestry.ledger.v1.ListIncidentsRequest'

test.each([
  ['no JSON', ListIncidentsRequestSchema, '{"a": hunter2}', `cannot decode message ${LIST} from JSON`],
  [
    'a text in the place of a message',
    ListIncidentsRequestSchema,
    '"hunter2"',
    `cannot decode message ${LIST} from JSON`,
  ],
  [
    'a name that is no field',
    ListIncidentsRequestSchema,
    '{"hunter2":1}',
    `${LIST} has no field of that name; its fields: `,
  ],
  [
    'a name that is no field, in a message',
    ListIncidentsRequestSchema,
    '{"page":{"hunter2":1}}',
    'page: attestry.common.v1.PageRequest has no field of that name; its fields: limit, cursor',
  ],
  [
    'a text in the place of a message in a message',
    ListIncidentsRequestSchema,
    '{"page":"hunter2"}',
    'cannot decode message attestry.common.v1.PageRequest from JSON',
  ],
  [
    'a word that an enum does not have',
    ListIncidentsRequestSchema,
    '{"order":"hunter2"}',
    'cannot decode enum attestry.ledger.v1.ListOrder from JSON; one of LIST_ORDER_',
  ],
  [
    'a word that a list of an enum does not have',
    ListIncidentsRequestSchema,
    '{"severity":["SEVERITY_LOW","hunter2"]}',
    'one of SEVERITY_LOW, ',
  ],
  [
    'a number in the place of a text',
    CreateUserRequestSchema,
    '{"email":"a","password":7770777}',
    'cannot decode field attestry.ledger.v1.CreateUserRequest.password from JSON: expected string',
  ],
  [
    'bytes that are no Base64',
    AttachToIncidentRequestSchema,
    '{"content":"hunter2!"}',
    'AttachToIncidentRequest.content from JSON: expected bytes',
  ],
  [
    'an invalid time',
    CreateIncidentRequestSchema,
    '{"detectedAt":"hunter2"}',
    'detected_at: cannot decode message google.protobuf.Timestamp from JSON',
  ],
  [
    'a field under both its names',
    CreateIncidentRequestSchema,
    '{"detectedAt":"2026-01-01T00:00:00Z","detected_at":"2026-01-01T00:00:00Z"}',
    'is set twice',
  ],
  [
    'a number in a list of texts',
    CreateIncidentRequestSchema,
    '{"affectedSystems":["a",7770777]}',
    'affected_systems: cannot decode field attestry.ledger.v1.CreateIncidentRequest.affected_systems from JSON: expected Array of string',
  ],
  [
    'a mistyped name, in a message of a list',
    SubmitRunsRequestSchema,
    '{"runs":[{"agentIdentity":"a"},{"agentIdentiti":"hunter2"}]}',
    'runs.1: attestry.ingestion.v1.RunReport has no field of that name; did you mean agentIdentity?; its fields: agentIdentity, ',
  ],
  ['a name twice', ListIncidentsRequestSchema, '{"cursor":"hunter2","cursor":"hunter2"}', ''],
  ['a name of the language', ListIncidentsRequestSchema, '{"__proto__":1}', 'has no field of that name'],
] as const)('%s is described without the values that were sent', (_, schema, text, described) => {
  expect(() => fromJsonString(schema, text)).toThrow()
  const problem = jsonProblem(schema, text)
  expect(problem).toContain(described)
  for (const sent of ['hunter2', '7770777', '2026']) expect(problem).not.toContain(sent)
})
