import { contentHash } from '../../../content-hash.ts'
import { valueAt } from '../../../fields.ts'
import { decimal } from '../../../own.ts'
import { readTimestamp } from '../../../timestamp.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of an alert node of Kapacitor, as its post handler sends it. */
export const kapacitor: Product = {
  id: 'kapacitor',
  name: 'InfluxData Kapacitor',
  source: 'https://docs.influxdata.com/kapacitor/v1/reference/event_handlers/post/',
  forms: [
    [
      has('id'),
      has('message'),
      has('time'),
      has('duration'),
      is('level', 'OK', 'INFO', 'WARNING', 'CRITICAL'),
    ],
  ],
  title: ['message', 'id'],
  description: ['details', 'message'],
  severity: [word('level')],
  time: ['time'],
  systems: ['data.series.tags.host'],
  identity: {
    of: ofFiring,
    why: 'The id is not unique: it is that of the rule and its group. Identity: id and the time at which the alert began, which follows from the time and the duration of an event. Further events and the recovery give the same time.',
  },
  state: [when('level', ['OK'], 'resolved')],
}

/** `duration`: nanoseconds since the alert left the state OK. */
function ofFiring(alert: unknown): string {
  const [at, duration] = [readTimestamp(valueAt(alert, 'time')), decimal(valueAt(alert, 'duration'))]
  if (at === null || duration === null) return contentHash(alert)
  return contentHash([valueAt(alert, 'id'), Math.round(Date.parse(at) - duration / 1e6)])
}
