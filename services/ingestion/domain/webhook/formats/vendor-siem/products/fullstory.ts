import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** A metric alert of Fullstory that was triggered. It is not graded, and its end is not sent. */
export const fullstory: Product = {
  id: 'fullstory',
  name: 'Fullstory',
  source: 'https://developer.fullstory.com/anywhere/v1/webhooks/list-event-types/metric-alert',
  forms: [[is('eventName', 'metric.alert'), has('data.alertId'), has('data.alertConfig.alertName')]],
  title: ['data.alertConfig.alertName'],
  description: ['data.alertConfig.alertDescription', 'data.notificationUrl'],
  severity: [],
  time: ['data.timestamp'],
  systems: ['data.alertConfig.metricName'],
  identity: {
    of: id('data.id'),
    why: 'The id is unique: one for each trigger; alertId is the rule’s. An alert never changes, and its end is not sent.',
  },
}
