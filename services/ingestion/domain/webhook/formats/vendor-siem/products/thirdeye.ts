import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** An anomaly from a report of StarTree ThirdEye, with the group that it was sent to (event-lists.ts). It is not graded. */
export const thirdEye: Product = {
  id: 'thirdeye',
  name: 'StarTree ThirdEye',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-startree-thirdeye.md',
  forms: [[has('thirdEye.id'), has('anomaly.id'), has('anomaly.startTime')]],
  title: ['{data.metric} anomaly in {thirdEye.name}', 'Anomaly in {thirdEye.name}'],
  titleStandIn: ['StarTree ThirdEye anomaly {anomaly.id}'],
  description: ['{data.metric}: {anomaly.avgCurrentVal}, expected {anomaly.avgBaselineVal}', 'url'],
  severity: [],
  time: ['anomaly.startTime'],
  systems: ['data.metric'],
  identity: {
    of: idAnd('anomaly.id', 'anomaly.startTime'),
    why: 'The id is not unique: each installation counts its own numbers. Identity: id and the time at which the anomaly began. Further reports and the end repeat both.',
  },
  state: [when('change', ['removed'], 'resolved')],
}
