import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, when } from '../state.ts'
import { stateOf } from '../state-words.ts'

/** An alert of a Cohesity cluster or of Helios. Its severity and state are values of an enumeration: `kCritical`, `kOpen`. */
export const cohesity: Product = {
  id: 'cohesity',
  name: 'Cohesity',
  source:
    'demisto/content, Packs/CohesityHelios/Integrations/CohesityHelios/test_data; https://developer.cohesity.com; splunk/splunk-connect-for-syslog, tests/test_cohesity.py',
  forms: [
    [has('alertDocument.alertName'), has('alertCategory'), hasOneOf('alertState', 'severity', 'alertCode')],
    // By syslog.
    [has('AlertName'), has('AlertCode'), has('AlertSeverity'), has('ClusterName')],
  ],
  title: ['alertDocument.alertDescription', 'alertDocument.alertName', 'AlertDescription', 'AlertName'],
  description: ['AlertCause', 'alertDocument.alertCause', 'alertDocument.alertHelpText'],
  severity: [
    ...['severity', 'AlertSeverity'].flatMap((path) => [
      codes(path, { kCritical: 'critical', kWarning: 'medium', kInfo: 'informational' }),
      codes(path, { critical: 'critical', warning: 'medium', info: 'informational' }),
    ]),
  ],
  time: ['firstTimestampUsecs', 'latestTimestampUsecs'],
  systems: ['clusterName'],
  identity: {
    of: (alert) => (has('AlertName').holds(alert) ? null : ofAlert(alert)),
    why: 'The id is unique: the number of the alert and the microsecond in which it began. Repetitions and the resolution keep it. An alert by syslog has no id and no time: only the very delivery identifies it.',
    unmatched: 'An alert by syslog has no id, and no end of it is sent.',
  },
  state: [
    // A note needs no action.
    when('alertState', ['kNote', 'note'], 'informational'),
    rule(
      (alert) => stateOf(plainText(valueAt(alert, 'alertState')).replace(/^k(?=[a-z])/i, '')),
      'alertState',
    ),
  ],
}

const ofAlert = id('id')
