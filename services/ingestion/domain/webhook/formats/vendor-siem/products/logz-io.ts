import { wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of Logz.io, with the variables of its custom endpoints under their own names, as its default body has them. */
export const logzIo: Product = {
  id: 'logz_io',
  name: 'Logz.io',
  source:
    'https://docs.logz.io/docs/user-guide/integrations/notification-endpoints/custom-endpoints, its example of a payload; the variables of the period were not compared with a published one',
  forms: [
    [
      ...[has('alert_title'), has('alert_severity')],
      hasOneOf(
        'alert_event_samples',
        'alert_timeframe_start_epoch_millis',
        'alert_timeframe_start',
        'alert_app_url',
      ),
    ],
  ],
  title: ['alert_title'],
  description: ['alert_description'],
  severity: [word('alert_severity')],
  time: [
    'alert_timeframe_end_epoch_millis',
    'alert_timeframe_end',
    'alert_timeframe_start_epoch_millis',
    'alert_timeframe_start',
  ],
  identity: {
    of: wholeAlert,
    why: 'The id is not unique: it is that of the rule. Identity: the whole notification, with its period or its samples. A notification never changes.',
  },
}
