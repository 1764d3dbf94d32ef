import { contentHash } from '../../../content-hash.ts'
import { valueAt } from '../../../fields.ts'
import { textOf } from '../../../text.ts'
import { idAt } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { rawSeverity } from '../raw-severity.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** A notable event of Splunk Enterprise Security, as a search over `index=notable` or the incident review gives it. */
export const splunkNotable: Product = {
  id: 'splunk_notable',
  name: 'Splunk Enterprise Security',
  source: 'https://docs.splunk.com/Documentation/ES/latest/Admin/Notableeventsindex',
  forms: [
    [is('index', 'notable'), has('_time')],
    [like('_bkt', /notable~/, 'of the index notable'), has('_time')],
    [
      hasOneOf('event_id', 'finding_id'),
      hasOneOf('rule_title', 'rule_name', 'search_name'),
      hasOneOf('urgency', 'status_label', 'security_domain'),
    ],
  ],
  title: ['rule_title', 'rule_name', 'search_name', 'source'],
  description: ['rule_description', 'description', '_raw'],
  severity: [word('urgency', 'severity', 'rule_severity'), rawSeverity('_raw')],
  time: ['_time', 'time', 'finding_time', '_indextime'],
  systems: ['dest', 'dest_host', 'dvc', 'src', 'orig_host'],
  identity: {
    of: (alert) => idAt(alert, ['event_id', 'finding_id']) ?? bucketAddress(alert) ?? contentHash(alert),
    why: "The id is unique: event_id holds the id of the indexer, the bucket and a hash of the event (ES, 'Notable event fields'). Where event_id is missing, the address in the bucket holds the same.",
  },
  state: [
    status('status_label', 'status_group'),
    // 2 is in progress, 3 pending.
    reasonOfEnd(status('disposition_label'), 'status_label', 'status_group', is('status', '2', '3')),
    when('status', [4], 'resolved'),
    when('status', [5], 'closed'),
    when('status_end', [true], 'closed'),
  ],
}

/** The address of the event in its index bucket, which is unique if Splunk gave no event_id. */
function bucketAddress(alert: unknown): string | undefined {
  const bucket = textOf(valueAt(alert, '_bkt'))
  const code = textOf(valueAt(alert, '_cd'))
  return bucket === null || code === null ? undefined : `${bucket}:${code}`
}
