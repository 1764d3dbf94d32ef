import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Databricks Lakewatch, or a change of one. */
export const lakewatch: Product = {
  id: 'lakewatch',
  name: 'Databricks Lakewatch',
  source: 'https://learn.microsoft.com/azure/databricks/lakewatch/alerts/alert-destinations/webhook',
  forms: [[like('event_type', /^lakewatch\.alert\./, 'lakewatch.alert.…'), has('data.alert_id')]],
  title: ['data.title'],
  titleStandIn: ['Lakewatch alert {data.alert_id}'],
  description: ['data.description'],
  severity: [word('data.severity')],
  // The time of the delivery is not that of the alert.
  time: [],
  identity: {
    of: id('data.alert_id'),
    why: 'The id is unique: one for each alert. The documentation matches the events of one alert by it. delivery_attempt_id differs for each delivery.',
  },
  state: [when('data.alert_state', ['DUPLICATE'], 'closed'), status('data.alert_state')],
}
