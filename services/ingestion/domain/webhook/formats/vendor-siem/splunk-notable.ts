import { own } from '../../own.ts'
import { firstWord } from '../../severity.ts'
import { textOf } from '../../text.ts'
import type { Product } from './product.ts'

/** A notable event of Splunk Enterprise Security, as a search over `index=notable` gives it. */
export const splunkNotable: Product = {
  id: 'splunk_notable',
  name: 'Splunk Enterprise Security notable',
  detect: (body) => {
    const bucket = own(body, '_bkt')
    const notable =
      own(body, 'index') === 'notable' || (typeof bucket === 'string' && bucket.includes('notable~'))
    return notable && own(body, '_time') !== undefined
  },
  read: (body) => ({
    title: ['rule_title', 'search_name', 'source'].map((field) => ({ field, value: own(body, field) })),
    description: [own(body, 'rule_description')],
    severity: firstWord(own(body, 'urgency'), own(body, 'severity')),
    sourceSystem: ['Splunk Enterprise Security'],
    externalId: [own(body, 'event_id'), bucketAddress(body)],
    occurredAt: [own(body, '_time')],
    affectedSystems: [own(body, 'dest')],
  }),
}

/** The address of the event in its index bucket, unique where Splunk gave no event_id. */
function bucketAddress(body: unknown): string | undefined {
  const bucket = textOf(own(body, '_bkt'))
  const code = textOf(own(body, '_cd'))
  return bucket === null || code === null ? undefined : `${bucket}:${code}`
}
