import { elements, integer, isObject, own } from '../../own.ts'
import { firstWord, type Severity } from '../../severity.ts'
import type { Product } from './product.ts'

/** A finding of the Open Cybersecurity Schema Framework (category 2), as Security Hub, Security Lake and others send it. */
export const ocsfFinding: Product = {
  id: 'ocsf_finding',
  name: 'OCSF finding',
  detect: (body) =>
    integer(own(body, 'class_uid')) !== null &&
    integer(own(body, 'category_uid')) === 2 &&
    isObject(own(body, 'metadata')) &&
    isObject(own(body, 'finding_info')),
  read: (body) => ({
    title: [{ field: 'finding_info.title', value: own(body, 'finding_info', 'title') }],
    description: [own(body, 'finding_info', 'desc'), own(body, 'message')],
    severity: severityOf(body),
    sourceSystem: [own(body, 'metadata', 'product', 'name'), 'OCSF'],
    externalId: [own(body, 'finding_info', 'uid')],
    occurredAt: [own(body, 'time_dt'), own(body, 'time')],
    affectedSystems: [
      own(body, 'device', 'hostname'),
      ...elements(own(body, 'resources')).map((resource) => own(resource, 'name') ?? own(resource, 'uid')),
    ],
  }),
}

/** severity_id by OCSF: 0 unknown, 1 informational, 2 low, 3 medium, 4 high, 5 critical, 6 fatal; 99 leaves it to the word. */
function severityOf(body: unknown): Severity {
  const byId = SEVERITY_IDS[integer(own(body, 'severity_id')) ?? -1]
  return byId ?? firstWord(own(body, 'severity'))
}

const SEVERITY_IDS: readonly Severity[] = ['unknown', 'low', 'low', 'medium', 'high', 'critical', 'critical']
