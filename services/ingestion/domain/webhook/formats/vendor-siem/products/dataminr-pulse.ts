import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** How urgent an alert is (demisto/content, Packs/DataminrPulse, ALERT_TYPE_TO_INCIDENT_SEVERITY). */
const KINDS = { alert: 'low', urgent: 'high', flash: 'critical' } as const

/** An alert of Dataminr Pulse, as versions 3 and 4 of its API give it and as its connector for Microsoft Sentinel writes it. */
export const dataminrPulse: Product = {
  id: 'dataminr_pulse',
  name: 'Dataminr Pulse',
  source:
    'demisto/content, Packs/DataminrPulse/Integrations/DataminrPulse/test_data and DataminrPulseReGenAI/test_data; Azure/Azure-Sentinel, Sample Data/Custom/DataminrPulse_Alerts_CL.csv',
  forms: [
    [has('alertId'), has('caption'), has('eventTime'), hasOneOf('alertType', 'watchlistsMatchedByType')],
    [
      ...[has('alertId'), has('headline'), has('alertTimestamp')],
      hasOneOf('alertType', 'listsMatched', 'dataminrAlertUrl'),
    ],
    [has('headline'), has('index'), has('alertType.name'), hasOneOf('watchlistsMatchedByType', 'odsStatus')],
  ],
  title: ['headline', 'caption'],
  description: ['subCaption.bullets.content', 'subHeadline.content', 'dataMap.bullets.content'],
  severity: [codes('alertType.name', KINDS), codes('alertType', KINDS)],
  time: ['alertTimestamp', 'eventTime', 'timestamp'],
  identity: {
    of: id('alertId', 'index'),
    why: 'The id is unique: two numbers, the second the time in milliseconds. An alert never changes.',
  },
}
