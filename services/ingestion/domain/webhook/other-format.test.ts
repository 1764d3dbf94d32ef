import { expect, test } from 'vitest'
import { mapDelivery } from './formats/map-delivery.ts'

const refusal = (delivery: ReturnType<typeof mapDelivery>) => {
  if (delivery.kind !== 'invalid') throw new Error('taken')
  return delivery
}

test('a known product’s alert in the native format is refused with the name of its format', () => {
  const alert = {
    labels: { alertname: 'InstanceDown' },
    annotations: {},
    startsAt: '2026-03-01T10:00:00Z',
    fingerprint: 'f1',
    status: 'firing',
  }
  const body = {
    version: '4',
    groupKey: '{}',
    status: 'firing',
    receiver: 'r',
    groupLabels: {},
    commonLabels: {},
    externalURL: 'http://a',
    alerts: [alert],
  }
  expect(refusal(mapDelivery('service', body))).toMatchObject({
    code: 'invalid_cyberklar_payload',
    message:
      'the payload cannot be mapped to an incident: missing title; it is an alert of Prometheus Alertmanager: send it with X-Service-Format: vendor_siem, or set the endpoint to that format',
    missing: ['title'],
    wrong_type: [],
  })
  expect(refusal(mapDelivery('service', {})).message).toBe(
    'the payload cannot be mapped to an incident: missing title',
  )
})

test('a native payload as vendor_siem is refused with the name of its format', () => {
  const native = {
    title: 'Key leaked',
    severity: 'high',
    external_id: '4711',
    occurred_at: '2026-03-01T10:00:00Z',
  }
  const { message, missing } = refusal(mapDelivery('vendor_siem', native))
  expect(message).toContain('it is a payload of the native format. Send it with X-Service-Format: service')
  expect(missing).toEqual([])
  const other = refusal(mapDelivery('vendor_siem', { ...native, vendor: 'x' })).message
  expect(other).not.toContain('X-Service-Format')
})

test.each([
  { text: '*Door open* since ten' },
  { content: 'Door open', username: 'alerts' },
  { text: 'Door open', channel: '#ops', attachments: [{ color: 'danger', text: 'since ten' }] },
])('a chat message is refused as one: %j', (message) => {
  expect(refusal(mapDelivery('vendor_siem', message)).message).toContain('it is a message for a chat')
})

test('a native payload within a body is not suggested as native format', () => {
  const body = { story: 'x', alert: { title: 'Door open', severity: 'high' } }
  expect(refusal(mapDelivery('vendor_siem', body)).message).not.toContain('X-Service-Format')
})
