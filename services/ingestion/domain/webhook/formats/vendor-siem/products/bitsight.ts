import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** An alert of BitSight about the rating of an organization, its own or a supplier's. */
export const bitSight: Product = {
  id: 'bitsight',
  name: 'BitSight',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/BitSight/Alerts_data_CL.json',
  forms: [[has('alert_type'), has('alert_date'), has('company_guid'), has('trigger'), has('severity')]],
  title: ['{trigger}: {company_name}', '{alert_type}: {company_name}', 'trigger'],
  description: ['{alert_type} in {folder_name}', 'alert_type'],
  // A rating that rose is no alert.
  severity: [
    codes('severity', { critical: 'critical', warn: 'medium', increase: 'informational' }),
    word('severity'),
  ],
  time: ['alert_date', 'start_date'],
  systems: ['company_name'],
  identity: {
    of: id('guid'),
    why: 'Not shared: a number for each alert, which never changes.',
  },
}
