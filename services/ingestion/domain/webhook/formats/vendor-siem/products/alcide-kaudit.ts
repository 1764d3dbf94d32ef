import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** A detection of Alcide kAudit in the audit log of a Kubernetes cluster. It has a confidence and no severity. */
export const alcideKaudit: Product = {
  id: 'alcide_kaudit',
  name: 'Alcide kAudit',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/alcide_kaudit_detections_1_CL.json',
  forms: [[has('short_doc'), has('cluster'), has('eid'), has('etype'), hasOneOf('confidence', 'doc')]],
  title: ['{doc}: {eid} in {cluster}', '{short_doc}: {eid} in {cluster}'],
  description: ['reasons_0_doc', 'reasons.doc', 'context_subresource_exec_command', 'context_unusual_uri'],
  severity: [],
  time: ['timestamp', 'time'],
  systems: ['cluster'],
  identity: {
    of: hashOf(
      ...['cluster', 'etype', 'eid', 'category', 'short_doc', 'doc', 'direction', 'time', 'timestamp'],
    ),
    why: 'A detection has no id. Identity: cluster, entity, what was found, direction and time. A detection never changes.',
  },
}
