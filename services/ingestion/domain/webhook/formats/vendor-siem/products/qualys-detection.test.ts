import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'
import { unwrap } from '../envelopes/envelopes.ts'

const detection = (n: number) => ({
  ...{ QID: `25671${n}`, SEVERITY: '4', STATUS: 'Active', UNIQUE_VULN_ID: `202933848${n}` },
  ...{ FIRST_FOUND_DATETIME: '2026-01-06T09:41:57Z' },
})
const host = { ID: '117163093', IP: '192.0.2.7', DNS: 'host-1' }

const titles = (body: object) => {
  const read = mapVendorSiem(body)
  return read.kind === 'alerts' ? read.alerts.map(({ incident }) => incident.title) : read
}

test('each detection of a host is an alert', () => {
  const body = { ...host, DETECTION_LIST: [detection(1), detection(2)] }
  expect(titles(body)).toEqual(['QID 256711 on host-1', 'QID 256712 on host-1'])
  expect(titles([body, { ...host, DETECTION_LIST: detection(3) }])).toHaveLength(3)
})

test('an entry of the knowledge base names the detections with its QID', () => {
  const entry = { QID: '256712', TITLE: 'A CVE' }
  const body = { ...host, DETECTION_LIST: [detection(1), detection(2)], KNOWLEDGE_BASE: entry }
  expect(titles(body)).toEqual(['QID 256711 on host-1', 'A CVE on host-1'])
  const single = { ...host, DETECTION_LIST: [detection(1)], KNOWLEDGE_BASE: { TITLE: 'A CVE' } }
  expect(titles(single)).toEqual(['A CVE on host-1'])
})

test('an entry of the knowledge base is looked up once, for however many detections', () => {
  let reads = 0
  const entry = (n: number) => ({
    get QID() {
      reads++
      return `${n}`
    },
  })
  const KNOWLEDGE_BASE = Array.from({ length: 300 }, (_, n) => entry(n))
  const DETECTION_LIST = Array.from({ length: 300 }, (_, n) => detection(n))
  expect(titles({ ...host, DETECTION_LIST, KNOWLEDGE_BASE })).toHaveLength(300)
  expect(reads).toBeLessThan(10 * 300)
})

test('a large entry of the knowledge base is shortened for many detections', () => {
  const entry = { QID: '256711', TITLE: 'A CVE', DIAGNOSIS: 'x'.repeat(500_000) }
  const DETECTION_LIST = Array.from({ length: 200 }, () => detection(1))
  const unwrapped = unwrap({ ...host, DETECTION_LIST, KNOWLEDGE_BASE: entry }, () => false)
  const { alerts } = unwrapped as { alerts: { KNOWLEDGE_BASE: { TITLE: string } }[] }
  expect(alerts[0]!.KNOWLEDGE_BASE.TITLE).toBe('A CVE')
  expect(JSON.stringify(alerts).length).toBeLessThan(8 * 1024 * 1024)
})
