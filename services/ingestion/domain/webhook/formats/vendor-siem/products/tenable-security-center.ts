import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

const GRADES = { 4: 'critical', 3: 'high', 2: 'medium', 1: 'low', 0: 'informational' } as const

/** A vulnerability of a host, as the analysis of Tenable Security Center lists it. */
export const tenableSecurityCenter: Product = {
  id: 'tenable_security_center',
  name: 'Tenable Security Center',
  source:
    'https://docs.tenable.com/security-center/api/Analysis.htm; elastic/integrations, packages/tenable_sc, data stream vulnerability',
  forms: [[has('pluginID'), has('pluginName'), has('repository.id'), has('severity.id'), has('lastSeen')]],
  title: ['{pluginName} on {dnsName}', '{pluginName} on {ip}', 'pluginName'],
  description: ['synopsis', 'description'],
  severity: [codes('severity.id', GRADES)],
  time: ['firstSeen', 'lastSeen'],
  systems: ['dnsName', 'ip'],
  identity: {
    of: hashOf('repository.id', 'ip', 'uuid', 'dnsName', 'pluginID', 'port', 'protocol', 'firstSeen'),
    why: 'A vulnerability has no id. Identity: repository, host, plugin, port and the time it was first seen. Further scans repeat them.',
  },
  state: [when('acceptRisk', ['1', true], 'suppressed')],
}
