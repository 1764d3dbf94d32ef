import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** InsightVM grades critical, severe and moderate. */
const GRADES = { critical: 'critical', severe: 'high', moderate: 'medium' } as const
/** The statuses of the API of InsightVM for a vulnerability that somebody excepted. */
const EXCEPTED = ['EXCEPTION_VULN_EXPL', 'EXCEPTION_VULN_VERS', 'EXCEPTION_VULN_POTL']

/** A vulnerability of an asset that Rapid7 InsightVM found, with its description. */
export const rapid7InsightVm: Product = {
  id: 'rapid7_insightvm',
  name: 'Rapid7 InsightVM',
  source: 'elastic/integrations, packages/rapid7_insightvm, data stream asset_vulnerability',
  forms: [
    [
      ...[has('vulnerability.title'), has('vulnerability.severity'), has('vulnerability.first_found')],
      ...[has('vulnerability.vulnerability_id'), has('id')],
    ],
  ],
  title: ['{vulnerability.title} on {host_name}', '{vulnerability.title} on {ip}', 'vulnerability.title'],
  description: ['vulnerability.description'],
  severity: [codes('vulnerability.severity', GRADES)],
  time: ['vulnerability.reintroduced', 'vulnerability.first_found'],
  systems: ['host_name', 'ip'],
  identity: {
    of: hashOf(
      ...['id', 'vulnerability.vulnerability_id', 'vulnerability.key', 'vulnerability.port'],
      ...['vulnerability.protocol', 'vulnerability.reintroduced', 'vulnerability.first_found'],
    ),
    why: 'The id is not unique: it is that of the asset. Identity: asset, vulnerability, key, port and the time it was first found. Further scans and the fix repeat them.',
  },
  state: [
    when('vulnerability.finding_status', ['remediated'], 'resolved'),
    when('vulnerability.status', ['NOT_VULNERABLE', 'NOT_VULN_DONT_STORE'], 'resolved'),
    when('vulnerability.status', EXCEPTED, 'suppressed'),
  ],
}
