import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alarm of a policy of Kentik, as its JSON channel sends it. */
export const kentik: Product = {
  id: 'kentik',
  name: 'Kentik',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-kentik.md',
  forms: [
    [has('AlarmID'), hasOneOf('AlarmPolicyName', 'AlertPolicyName'), hasOneOf('CurrentState', 'AlarmState')],
  ],
  title: ['Description', 'AlarmPolicyName', 'AlertPolicyName'],
  description: ['{AlarmPolicyName}: {AlertValue.Value} {AlertValue.Unit}', 'AlarmBaselineDescription'],
  severity: [word('AlarmSeverity', 'ActivateSeverity')],
  time: ['AlarmStart', 'StartTime'],
  systems: ['AlertKey.DimensionValue'],
  identity: {
    of: id('AlarmID'),
    why: 'The id is unique: a UUID for each alarm. Every change of its state repeats it, also its end.',
  },
  state: [
    when('IsActive', [false], 'resolved'),
    status('CurrentState', 'AlarmState'),
    ...['CurrentState', 'AlarmState'].map((path) => when(path, ['clear'], 'resolved')),
  ],
}
