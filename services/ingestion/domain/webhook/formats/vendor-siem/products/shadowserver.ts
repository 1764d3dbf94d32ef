import { wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** A row of a report of the Shadowserver Foundation. A row does not name its report. */
export const shadowserver: Product = {
  id: 'shadowserver',
  name: 'Shadowserver',
  source: 'OpenCTI-Platform/connectors, external-import/shadowserver, tests/fixtures',
  forms: [[has('ip'), has('asn'), has('naics'), has('geo'), has('severity'), has('timestamp')]],
  title: [
    ...['{tag} on {ip}:{port}', '{tag} on {ip}', '{reason} on {ip}: {source}'],
    ...['{device_vendor} {device_type} on {ip}:{port}', 'Shadowserver: {protocol} on {ip}:{port}'],
  ],
  titleStandIn: ['Shadowserver: {ip}'],
  description: ['{hostname}, AS {asn}, {geo}', 'AS {asn}, {geo}'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['hostname', 'ip'],
  identity: {
    of: wholeAlert,
    why: 'A row has no id, and reports can share address, port, tag and time. Identity: the whole row.',
    unmatched: 'No row tells that a finding is over.',
  },
}
