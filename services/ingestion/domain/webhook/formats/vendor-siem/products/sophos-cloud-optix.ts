import { idAnd } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Sophos Cloud Optix. */
export const sophosCloudOptix: Product = {
  id: 'sophos_cloud_optix',
  name: 'Sophos Cloud Optix',
  source: 'https://docs.sophos.com/pcg/optix/help/en-us/Configuration/Integrations/Webhooks/',
  forms: [[has('alertId'), has('alertSummary'), numeric('score'), has('accountId'), has('alertType')]],
  title: ['alertSummary'],
  description: ['alertDescription', 'alertType'],
  severity: [scale('score', { low: 0, medium: 50, high: 80, critical: 90 })],
  time: ['alertTime', 'firstSeen', 'lastSeen'],
  systems: ['accountId'],
  identity: {
    of: idAnd('alertId', 'accountId', 'alertSummary'),
    why: 'The id is not unique: it is a number that each customer counts (A-000001). Identity: id, account and summary. A change of the alert repeats them.',
  },
  state: [status('alertStatus', 'state')],
}
