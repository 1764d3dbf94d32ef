import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, object } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A vulnerability of a host that CrowdStrike Falcon Spotlight found, as its API gives it. */
export const crowdStrikeSpotlight: Product = {
  id: 'crowdstrike_spotlight',
  name: 'CrowdStrike Falcon Spotlight',
  source: 'SumoLogic/sumologic-documentation, docs/integrations/saas-cloud/crowdstrike-spotlight.md',
  forms: [
    [has('aid'), has('cve.id'), has('cve.base_score'), has('created_timestamp'), has('status')],
    [has('aid'), has('vulnerability_id'), object('cve'), object('host_info'), has('status')],
  ],
  title: [
    '{cve.id} on {host_info.hostname}',
    '{vulnerability_id} on {host_info.hostname}',
    '{cve.id} on host {aid}',
  ],
  description: ['cve.description'],
  severity: [word('cve.severity', 'cve.exprt_rating')],
  time: ['created_timestamp'],
  systems: ['host_info.hostname'],
  identity: {
    of: id('id'),
    why: 'The id is unique: it begins with the id of the sensor, 32 hexadecimal digits. A change of its status repeats it.',
  },
  state: [
    when('suppression_info.is_suppressed', [true], 'suppressed'),
    // The host is gone, or was not seen for 45 days.
    when('status', ['expired'], 'closed'),
    status('status'),
  ],
}
