import { idAnd } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule } from '../state.ts'
import { classTitle } from './class-words.ts'

const VULNERABILITY = 'event.vulnerability'

/** An event of ZeroPath: a vulnerability, or a scan's progress, which is informational unless the scan failed. */
export const zeroPath: Product = {
  id: 'zeropath',
  name: 'ZeroPath',
  source: 'zeropath.com, webhook events (Mintlify copy of its documentation, api-reference/sca_new_cve)',
  forms: [
    [
      like('sourcetype', /^(?:SCA_NEW_CVE|SCAN_[A-Z_]{3,40})$/, 'SCA_NEW_CVE or SCAN_…'),
      ...[has('event.organization'), has('event.timestamp')],
    ],
  ],
  title: [`{${VULNERABILITY}.summary} in {${VULNERABILITY}.packageIdentifier}`, `${VULNERABILITY}.summary`],
  titleStandIn: ['Scan of {event.repository.name}', classTitle('ZeroPath', 'sourcetype')],
  description: [`${VULNERABILITY}.description`, 'event.error'],
  // CVSS.
  severity: [
    word(`${VULNERABILITY}.severity`),
    scale(`${VULNERABILITY}.severity`, { low: 0, medium: 4, high: 7, critical: 9 }),
  ],
  time: ['event.timestamp', 'time'],
  systems: ['event.repository.name'],
  identity: {
    of: idAnd([`${VULNERABILITY}.alertId`, `${VULNERABILITY}.id`], 'sourcetype', 'event.organization.id'),
    why: 'The id is unique: one for each vulnerability of an organization. An event about a scan has no id; its content is the identity.',
  },
  state: [
    rule((event) => (IS_SCAN.holds(event) && !BROKE.holds(event) ? 'informational' : null), 'sourcetype'),
  ],
}

const IS_SCAN = like('sourcetype', /^SCAN_/, 'SCAN_…')
const BROKE = has('event.error')
