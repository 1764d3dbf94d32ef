import { expect, test } from 'vitest'
import { type EndpointState, endpointRecord } from './endpoint.ts'

const at = new Date('2026-01-02T03:04:05.678Z')
const endpoint: EndpointState = {
  ...{
    orgId: 'o',
    id: 'e',
    token: 'whk_x',
    name: 'SIEM "1"',
    format: 'generic_json',
    mapping: '{"title":"$.t"}',
  },
  ...{ mappingVersion: 1, windowSeconds: 300, idempotencyHours: 168, rateLimit: 600 },
  ...{
    generalReading: true,
    pinFormat: false,
    secretCreatedAt: at,
    revokedAt: null,
    version: 2,
    createdAt: at,
  },
}
const sealed = { wrappedKey: Buffer.from('k'), sealedSecret: Buffer.from('s') }

test('the record of a webhook endpoint has these bytes, which logs of every version contain', () => {
  expect(endpointRecord(endpoint, sealed)).toBe(
    '{"created_at":"2026-01-02T03:04:05.678Z","format":"generic_json","general_reading":true,"id":"e","idempotency_hours":168,"mapping":{"title":"$.t"},"mapping_version":1,"name":"SIEM \\"1\\"","organization_id":"o","pin_format":false,"rate_limit":600,"revoked_at":null,"sealed_secret_sha256":"043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89","secret_created_at":"2026-01-02T03:04:05.678Z","token":"whk_x","version":2,"window_seconds":300,"wrapped_key_sha256":"8254c329a92850f6d539dd376f4816ee2764517da5e0235514af433164480d7a"}',
  )
  expect(endpointRecord({ ...endpoint, mapping: null, format: 'vendor_siem', revokedAt: at }, sealed)).toBe(
    '{"created_at":"2026-01-02T03:04:05.678Z","format":"vendor_siem","general_reading":true,"id":"e","idempotency_hours":168,"mapping":null,"mapping_version":1,"name":"SIEM \\"1\\"","organization_id":"o","pin_format":false,"rate_limit":600,"revoked_at":"2026-01-02T03:04:05.678Z","sealed_secret_sha256":"043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89","secret_created_at":"2026-01-02T03:04:05.678Z","token":"whk_x","version":2,"window_seconds":300,"wrapped_key_sha256":"8254c329a92850f6d539dd376f4816ee2764517da5e0235514af433164480d7a"}',
  )
})
