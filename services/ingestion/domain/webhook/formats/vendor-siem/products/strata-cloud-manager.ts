import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An incident of Strata Cloud Manager, such as of the health of Prisma Access. */
export const strataCloudManager: Product = {
  id: 'strata_cloud_manager',
  name: 'Palo Alto Networks Strata Cloud Manager',
  source:
    'https://docs.paloaltonetworks.com/strata-cloud-manager/aiops/health-and-software-management/create-notification-profiles/webhook-incidents',
  forms: [
    [is('kind', 'incident'), ...['incident_id', 'code', 'raised_time'].map((name) => has(`data.${name}`))],
  ],
  title: ['data.title', 'data.code'],
  description: ['data.description', 'data.details_link'],
  severity: [word('data.severity')],
  time: ['data.raised_time'],
  systems: ['data.sub_tenant_name'],
  identity: {
    of: id('data.incident_id'),
    why: 'The id is unique: a UUID for each incident. Updates and the clearing repeat it.',
  },
  // An incident whose clearing is pending is open.
  state: [when('data.status', ['Cleared'], 'resolved')],
}
