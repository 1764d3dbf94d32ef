import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Carbon Black EDR (formerly Response). Its severity is a score without published bands. */
export const carbonBlackEdr: Product = {
  id: 'carbon_black_edr',
  name: 'Carbon Black EDR',
  source: 'rapid7/insightconnect-plugins, plugins/carbon_black_response/help.md, "Get Alerts"',
  forms: [
    [
      ...[has('alert_type'), has('unique_id'), has('alert_severity'), has('created_time')],
      hasOneOf('watchlist_name', 'feed_name'),
    ],
  ],
  title: [
    '{watchlist_name}: {process_name} on {hostname}',
    '{feed_name}: {process_name} on {hostname}',
    '{watchlist_name}: {alert_type}',
    '{feed_name}: {alert_type}',
  ],
  description: ['{username}: {process_path}', 'process_path', 'md5'],
  severity: [],
  time: ['created_time'],
  systems: ['hostname'],
  identity: {
    of: id('unique_id'),
    why: 'The id is unique: one for each alert (unique_id). A change of the status keeps it. The ids of process, watchlist and feed are shared and not read.',
  },
  state: [status('status')],
}
