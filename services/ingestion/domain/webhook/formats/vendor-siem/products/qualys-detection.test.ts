import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

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
