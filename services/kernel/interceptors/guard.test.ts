import { readdirSync } from 'node:fs'
import { type DescField, type DescService, getOption, hasOption, ScalarType } from '@bufbuild/protobuf'
import { createClient, type Interceptor } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { EvidenceService } from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationService } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { field as rules } from '../../../proto/gen/buf/validate/validate_pb.ts'
import { requestCheck } from '../fields/request-check.ts'
import { accessOf } from '../identity/access.ts'
import { inProcessTransport } from '../transport/in-process.ts'
import type { Routes } from '../transport/routes.ts'
import { checkRequest } from './guard.ts'

const SERVICES = await everyService()
const REQUESTS = SERVICES.flatMap(({ methods }) => methods)
  .filter((method) => !accessOf(method).internal)
  .map(({ name, input }) => [name, input] as const)

test('every request message has a check', () => {
  for (const [name, input] of REQUESTS) expect(requestCheck(input), name).toBeTypeOf('function')
})

test('every id in a request must be a UUID, except for the listed fields', () => {
  const unchecked = REQUESTS.flatMap(([name, input]) =>
    input.fields
      .filter((field) => isId(field) && !isUuidField(field))
      .map((field) => `${name} ${field.name}`),
  )
  expect(unchecked).toEqual([
    'ListIncidents external_id',
    // A sign-in or an operator's call that names nothing is answered like any other.
    'CreateSession organization_id',
    'ResetPassword organization_id',
  ])
})

test('a request that breaks a constraint does not reach its handler, unary or streaming', async () => {
  const reached: string[] = []
  const routes: Routes = (sink) => {
    sink.service(IncidentService, {
      getIncident: () => {
        reached.push('getIncident')
        return {}
      },
    })
    sink.service(EvidenceService, {
      async *exportEvidence() {
        reached.push('exportEvidence')
        yield {}
      },
    })
  }
  const transport = inProcessTransport(routes, [checkRequest as Interceptor])
  const incidents = createClient(IncidentService, transport)
  const evidence = createClient(EvidenceService, transport)
  await expect(incidents.getIncident({ id: 'x' })).rejects.toThrow('id: must be a UUID')
  await expect(drained(evidence.exportEvidence({ incidentId: 'x' }))).rejects.toThrow('must be a UUID')
  expect(reached).toEqual([])
  await incidents.getIncident({ id: ID })
  await drained(evidence.exportEvidence({ incidentId: ID }))
  expect(reached).toEqual(['getIncident', 'exportEvidence'])
})

test('a handler gets every id of its request in lower case: one, in a list, in messages of a list, inside of a message, in a stream', async () => {
  const got: unknown[] = []
  const routes: Routes = (sink) => {
    sink.service(IncidentService, {
      countIncidents: ({ filter }) => {
        got.push(filter?.ownerId, filter?.search)
        return {}
      },
    })
    sink.service(IncidentWorkService, {
      mergeIncident: ({ id, intoId }) => {
        got.push(id, intoId)
        return {}
      },
      editIncident: ({ links }) => {
        got.push(...(links?.values ?? []).map((link) => link.id))
        return {}
      },
    })
    sink.service(ObligationService, {
      listNextObligations: ({ incidentIds }) => {
        got.push(...incidentIds)
        return {}
      },
    })
    sink.service(EvidenceService, {
      async *exportEvidence({ incidentId }) {
        got.push(incidentId)
        yield {}
      },
    })
  }
  const transport = inProcessTransport(routes, [checkRequest as Interceptor])
  const upper = ID.toUpperCase()
  await createClient(IncidentWorkService, transport).mergeIncident({
    id: upper,
    intoId: OTHER_ID.toUpperCase(),
    reason: 'sent twice',
  })
  await createClient(IncidentWorkService, transport).editIncident({
    id: upper,
    expectedVersion: 1,
    reason: 'concerns two assets',
    links: {
      values: [
        { kind: 'asset', id: upper },
        { kind: 'asset', id: OTHER_ID.toUpperCase() },
      ],
    },
  })
  await createClient(IncidentService, transport).countIncidents({
    filter: { ownerId: upper, search: 'Kept As Given' },
  })
  await createClient(ObligationService, transport).listNextObligations({ incidentIds: [upper, ID] })
  await drained(createClient(EvidenceService, transport).exportEvidence({ incidentId: upper }))
  expect(got).toEqual([ID, OTHER_ID, ID, OTHER_ID, ID, 'Kept As Given', ID, ID, ID])
})

function isId({ name, scalar, fieldKind }: DescField): boolean {
  return fieldKind === 'scalar' && scalar === ScalarType.STRING && /(^|_)id$/.test(name)
}

function isUuidField(field: DescField): boolean {
  if (!hasOption(field, rules)) return false
  const { type } = getOption(field, rules)
  return type.case === 'string' && type.value.wellKnown.case === 'uuid'
}

async function everyService(): Promise<DescService[]> {
  const gen = new URL('../../../proto/gen/attestry/', import.meta.url)
  const files = readdirSync(gen, { recursive: true, encoding: 'utf8' })
  const modules = await Promise.all(
    files.filter((file) => file.endsWith('_pb.ts')).map((file) => import(new URL(file, gen).href)),
  )
  return modules
    .flatMap((module) => Object.values<{ kind?: string }>(module))
    .filter((one): one is DescService => one.kind === 'service')
}

async function drained(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

const ID = '018f0000-0000-7000-8000-000000000001'
const OTHER_ID = '018f0000-0000-7000-8000-00000000000b'
