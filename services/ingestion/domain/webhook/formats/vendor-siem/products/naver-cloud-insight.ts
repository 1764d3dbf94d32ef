import { valueAt } from '../../../fields.ts'
import { integer } from '../../../own.ts'
import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { rule } from '../state.ts'

/** An event of Naver Cloud Insight. */
export const naverCloudInsight: Product = {
  id: 'naver_cloud_insight',
  name: 'Naver Cloud Insight',
  source: 'skdudddl/plugin-naver-cloud-cloudinsight-mon-webhook, test/api/test_webhook_api.py',
  forms: [[has('eventId'), has('eventLevel'), has('ruleName'), has('prodKey'), has('metric')]],
  title: ['{ruleName}: {metric} on {resourceName}', '{ruleName}: {metric}'],
  severity: [word('eventLevel')],
  time: ['startTime'],
  systems: ['resourceName'],
  identity: { of: id('eventId'), why: 'The id is unique: one for each event. Its end repeats it.' },
  state: [rule((event) => ((integer(valueAt(event, 'endTime')) ?? 0) > 0 ? 'resolved' : null))],
}
