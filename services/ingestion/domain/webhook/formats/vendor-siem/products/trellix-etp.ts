import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'

/** As Trellix (FireEye) writes severities in all its products. */
const SEVERITIES = { crit: 'critical', majr: 'high', minr: 'medium' } as const

/** An alert about a mail, as the API of Trellix Email Security (FireEye Email Threat Prevention) gives it. */
export const trellixEtp: Product = {
  id: 'trellix_etp',
  name: 'Trellix Email Security',
  source:
    'demisto/content, Packs/FireEyeETP/Integrations/FireEyeETPEventCollector/test_data/alerts.json; severities as for Trellix Network Security',
  forms: [
    [
      ...[is('attributes.alert.product', 'ETP'), has('attributes.email'), has('id')],
      hasOneOf('attributes.alert.timestamp', 'attributes.meta.legacy_id'),
    ],
  ],
  title: [
    'attributes.alert.explanation.malware_detected.malware.name',
    'attributes.meta.last_malware',
    'attributes.meta.alert_type',
  ],
  titleStandIn: ['Trellix Email Security alert {id}'],
  description: [
    'Mail from {attributes.email.headers.from}: {attributes.email.headers.subject}',
    'attributes.email.attachment',
  ],
  severity: [codes('attributes.alert.severity', SEVERITIES)],
  time: ['attributes.alert.timestamp', 'attributes.email.timestamp.accepted'],
  systems: ['attributes.email.smtp.rcpt_to', 'attributes.email.headers.to'],
  identity: {
    of: id('id'),
    why: 'The id is unique: it holds a UUID for each alert. A change of the alert, which a person reads or acknowledges, repeats it.',
  },
}
