import { idAnd } from './identity.ts'
import { word } from './levels.ts'
import type { Product } from './product.ts'
import { has, object } from './recognition.ts'
import { status } from './state.ts'

/** What Splunk's webhook alert action sends: the search and one of its results, every value a string. */
export const splunkWebhook: Product = {
  id: 'splunk_webhook',
  name: 'Splunk',
  source: 'https://docs.splunk.com/Documentation/Splunk/latest/Alert/Webhooks',
  forms: [[has('sid'), object('result')]],
  title: ['search_name', 'result.search_name', 'result.rule_title', 'result.rule_name'],
  titleStandIn: ['result.source', 'Splunk search {sid}'],
  description: ['result._raw'],
  severity: [word('result.urgency', 'result.severity', 'severity')],
  time: ['result._time', 'result._indextime'],
  systems: ['result.host', 'result.dest', 'result.dest_host'],
  identity: {
    of: idAnd('sid', 'result', 'results_link'),
    why: "Shared: the sid is the search's run, and an alert that triggers 'for each result' sends every row of it with the same sid. The row, and the link that counts it, tell them apart.",
  },
  state: [status('result.status_label')],
}
