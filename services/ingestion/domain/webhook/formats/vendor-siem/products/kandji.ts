import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** A threat that Kandji (Iru) found on a Mac, as its API lists it. Kandji gives no grade. */
export const kandji: Product = {
  id: 'kandji',
  name: 'Kandji',
  source: 'SumoLogic/sumologic-documentation, docs/integrations/saas-cloud/kandji.md',
  forms: [[has('threat_name'), has('detection_date'), has('device_serial_number'), has('blueprint_id')]],
  title: ['{threat_name} on {device_name}', 'threat_name'],
  description: ['{classification}: {file_path}'],
  severity: [],
  time: ['detection_date'],
  systems: ['device_name'],
  identity: {
    of: hashOf('device_id', 'threat_name', 'file_path', 'file_hash', 'detection_date'),
    why: 'A threat has no id. Identity: device, threat, file and time (microseconds). A change of its status repeats them.',
  },
}
