import { id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'
import { status } from '../state.ts'

/** A report of CybelAngel about an exposure outside the organization. */
export const cybelAngel: Product = {
  id: 'cybelangel',
  name: 'CybelAngel',
  source:
    'demisto/content, Packs/CybelAngel: Integrations/CybelAngel/test_data, and Classifiers, which takes the severity as that of XSOAR (1 low to 4 critical)',
  forms: [
    [
      ...[has('incident_id'), has('incident_type'), has('detected_at'), numeric('severity')],
      hasOneOf('abstract', 'report_content'),
      hasOneOf('stream', 'report_type', 'investigation_id'),
    ],
  ],
  title: ['title', 'abstract'],
  titleStandIn: ['CybelAngel report {incident_id}'],
  description: ['abstract', 'analysis', 'url'],
  severity: [scale('severity', { low: 0, medium: 2, high: 3, critical: 4 })],
  time: ['detected_at', 'created_at'],
  systems: ['asset_urls', 'machine_name', 'ip'],
  identity: {
    of: id('id', 'incident_id'),
    closes: id('incident_id'),
    why: 'The id is unique: a UUID for each report, or else the number of its incident. A change of its status repeats it. An end without the UUID finds its report by the number.',
  },
  state: [status('status')],
}
