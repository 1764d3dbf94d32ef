import { id, idAnd } from '../identity.ts'
import { ofEvent, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { type Condition, has, hasOneOf, object } from '../recognition.ts'
import { status } from '../state.ts'

const EVENT = hasOneOf('result.event_id', 'result.finding_id')
const STATUS = hasOneOf('result.urgency', 'result.status_label', 'result.security_domain')
const RULE = hasOneOf('result.rule_title', 'result.rule_name')

/**
 * Excludes notable events of Enterprise Security: their id is the same in the next run of the search, so their own table reads
 * them.
 */
const NO_NOTABLE: Condition = {
  needs: 'a result that is no notable event',
  holds: (alert) => ![EVENT, STATUS, RULE].every(({ holds }) => holds(alert)),
  common: true,
}

/** The body of Splunk's webhook alert action: the search and one of its results, every value a string. */
export const splunkWebhook: Product = {
  id: 'splunk_webhook',
  name: 'Splunk',
  source: 'https://docs.splunk.com/Documentation/Splunk/latest/Alert/Webhooks',
  forms: [[has('sid'), object('result'), NO_NOTABLE]],
  title: ['search_name', 'result.search_name', 'result.rule_title', 'result.rule_name'],
  titleStandIn: ['result.source', 'Splunk search {sid}'],
  description: ['result._raw'],
  carries: 'result._raw',
  // The urgency is that of the search. The severity is that of the found event: an informational event does not make the alert
  // one.
  severity: [word('result.urgency'), ofEvent('result.severity', 'severity')],
  time: ['result._time', 'result._indextime'],
  systems: ['result.host', 'result.dest', 'result.dest_host'],
  identity: {
    of: idAnd('sid', 'result', 'results_link'),
    closes: (alert) => (EVENT.holds(alert) ? id('result.event_id', 'result.finding_id')(alert) : null),
    unmatched: 'A row that names no notable event has nothing in common with a later one but what was found.',
    why: "The id is not unique: sid is that of the run of the search. An alert that triggers 'for each result' sends every row of a run with the same sid. Identity: sid, the row, and the link, which counts the rows.",
  },
  state: [status('result.status_label')],
}
