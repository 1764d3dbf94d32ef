import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** A risk indicator that Citrix Analytics for Security raised for a user or a device: the summary, which is one event. */
export const citrixAnalytics: Product = {
  id: 'citrix_analytics',
  name: 'Citrix Analytics for Security',
  source: 'Azure/Azure-Sentinel, Sample Data/CitrixAnalytics_indicatorSummary_CL.json',
  forms: [[is('event_type', 'indicatorSummary'), has('indicator_uuid'), has('indicator_name')]],
  title: ['{indicator_name}: {entity_id}', 'indicator_name'],
  description: ['{indicator_category} in {data_source}', 'ui_link'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['entity_id', 'data_source'],
  identity: {
    of: idAnd('indicator_uuid', 'tenant_id', 'entity_id', 'timestamp'),
    why: 'It is not documented whether the id is unique across tenants. Identity: id, tenant, entity and time. A summary never changes.',
  },
}
