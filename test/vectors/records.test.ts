import { readFileSync } from 'node:fs'
import type { DescMessage } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { GateDecisionSchema } from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { ProfileSchema } from '../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SuiteSchema } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemSchema } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { AgentEventSchema, AgentRunSchema } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { EvaluationSchema } from '../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { AssetSchema } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { ServiceClientSchema } from '../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { IncidentSchema } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ApiKeySchema } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { OrganizationSchema } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { SupplierSchema } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { UserSchema } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { exportOf } from '../../services/evidence/domain/export-record.ts'
import { recordCodec } from '../../services/kernel/fields/record-codec.ts'
import { canonicalJson } from '../../services/kernel/json/canonical-json.ts'
import { deliveryOf } from '../../services/ledger/domain/delivery.ts'

/** Records of an installation of version 0.1.0, written before fields were declared in the proto. */
const EARLIER: { [type: string]: string[] } = JSON.parse(
  readFileSync(new URL('records/earlier.json', import.meta.url), 'utf8'),
)

/** The message of each type, and the keys of its record that the message has no fields for. */
const TYPES: [type: string, desc: DescMessage, embedded: string[]][] = [
  ['agent-events', AgentEventSchema, ['payload']],
  ['agent-profiles', ProfileSchema, []],
  ['agent-runs', AgentRunSchema, []],
  ['ai-systems', SystemSchema, []],
  ['api-keys', ApiKeySchema, []],
  ['assets', AssetSchema, []],
  ['evaluations', EvaluationSchema, ['payload']],
  ['gate-decisions', GateDecisionSchema, ['snapshot']],
  ['incidents', IncidentSchema, []],
  ['organizations', OrganizationSchema, []],
  ['service-clients', ServiceClientSchema, []],
  ['suites', SuiteSchema, []],
  ['suppliers', SupplierSchema, []],
  ['users', UserSchema, []],
]

test.each(TYPES)(
  'stored records of %s of earlier versions are read, and written again byte for byte',
  (type, desc, keys) => {
    const records = recordCodec(desc, keys)
    expect(EARLIER[type]!.length).toBeGreaterThan(0)
    for (const text of EARLIER[type]!) {
      const earlier = JSON.parse(text)
      const embedded = Object.fromEntries(keys.map((key) => [key, canonicalJson(earlier[key])]))
      const written = JSON.parse(records.write(earlier.organization_id, records.read(text), embedded))
      // A field that the proto was given since is null, or false where it is a flag.
      for (const key of Object.keys(written))
        if (!(key in earlier) && (written[key] === null || written[key] === false)) delete written[key]
      expect(canonicalJson(written)).toBe(text)
    }
  },
)

test.each<[type: string, read: (text: string) => { id: string }]>([
  ['webhook-deliveries', deliveryOf],
  ['exports', exportOf],
])('stored records of %s of earlier versions are read', (type, read) => {
  for (const text of EARLIER[type]!) {
    const { id, status, outcome } = JSON.parse(text)
    expect(read(text)).toMatchObject(status === undefined ? { id, outcome } : { id, status })
  }
})
