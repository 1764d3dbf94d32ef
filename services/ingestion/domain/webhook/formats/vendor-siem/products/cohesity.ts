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
    'demisto/content, Packs/CohesityHelios/Integrations/CohesityHelios/test_data; https://developer.cohesity.com',
  forms: [
    [has('alertDocument.alertName'), has('alertCategory'), hasOneOf('alertState', 'severity', 'alertCode')],
  ],
  title: ['alertDocument.alertDescription', 'alertDocument.alertName'],
  description: ['alertDocument.alertCause', 'alertDocument.alertHelpText'],
  severity: [
    codes('severity', { kCritical: 'critical', kWarning: 'medium', kInfo: 'informational' }),
    codes('severity', { critical: 'critical', warning: 'medium', info: 'informational' }),
  ],
  time: ['firstTimestampUsecs', 'latestTimestampUsecs'],
  systems: ['clusterName'],
  identity: {
    of: id('id'),
    why: 'The id is unique: the number of the alert and the microsecond in which it began. Repetitions and the resolution keep it.',
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
