import { create } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  IncidentSourceSchema,
  Regulation,
  Severity,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { canonicalJson } from '../../kernel/json/canonical-json.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { deliveryRecord } from './delivery.ts'
import { incidentRecords, openIncident } from './incidents/incident.ts'

const at = new Date('2026-01-02T03:04:05.678Z')
const wellFormed = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed())
const incidentOf = (title: string, name: string, count: bigint) =>
  openIncident(
    '018f0000-0000-7000-8000-000000000001',
    {
      title,
      description: `${name}\\ud800`,
      severity: Severity.UNKNOWN,
      affectedSystems: [name, title],
      affectedPersonsCount: count,
      detectedAt: at,
      regulation: Regulation.NIS2,
    },
    create(IncidentSourceSchema, {
      kind: 'webhook',
      id: 'x',
      externalId: name,
      notes: [title],
      receivedAt: timestamp(at),
    }),
    at,
  )

test('the ledger’s records are written as RFC 8785 text, whatever their texts', () => {
  fc.assert(
    fc.property(wellFormed, wellFormed, fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }), (title, name, count) => {
      const incident = incidentRecords.write('org', incidentOf(title, name, count))
      expect(incident).toBe(canonicalJson(JSON.parse(incident)))
      const delivery = {
        organizationId: 'org',
        id: 'id',
        endpointId: 'e',
        receivedAt: at,
        source: create(IncidentSourceSchema, { format: 'service', mappingVersion: 3, externalId: name }),
        bodySha256: 'ab',
        bodyBytes: 7,
        recognition: { eventKey: 'cd', closureKey: count % 2n === 0n ? 'ef' : undefined, seconds: 60 },
      }
      const noted = { title, severity: Severity.HIGH, state: 'open', status: name, differs: ['title'] }
      for (const report of [undefined, noted, { ...noted, status: undefined }]) {
        const outcome = { outcome: 'replay', incidentId: 'i', bodyDiffers: true, report } as const
        const text = deliveryRecord(delivery, outcome)
        expect(text).toBe(canonicalJson(JSON.parse(text)))
      }
    }),
  )
})

test('a record with a lone surrogate is not written', () => {
  expect(() => incidentRecords.write('org', incidentOf('a\ud800', 'b', 0n))).toThrow(TypeError)
  expect(() => incidentRecords.write('org', incidentOf('\\\ud800', 'b', 0n))).toThrow(TypeError)
})
