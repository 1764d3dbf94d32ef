import { valueAt } from '../../../fields.ts'
import { hashOf, id, idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { type Condition, has, hasOneOf, is, numeric } from '../recognition.ts'
import { reasonOfEnd, rule, type State, status, when } from '../state.ts'

const IS_ON_HOLD: Condition = {
  needs: 'status_id',
  holds: (alert) => INCIDENT.holds(alert) && is('status_id', '3').holds(alert),
}
const INCIDENT = is('class_uid', '2005')

/** The classes of findings, for senders that leave the category out. */
const CLASSES = ['2001', '2002', '2003', '2004', '2005', '2006', '2007'] as const

/**
 * A finding of the Open Cybersecurity Schema Framework (category 2): 2001 security, 2002 vulnerability, 2003 compliance,
 * 2004 detection, 2005 incident, 2006 data security, 2007 application security, and extensions of these classes.
 */
export const ocsfFinding: Product = {
  id: 'ocsf_finding',
  name: 'OCSF',
  source: 'https://schema.ocsf.io/1.3.0/categories/findings',
  forms: [
    [
      numeric('class_uid'),
      is('category_uid', '2'),
      hasOneOf('finding_info', 'finding', 'finding_info_list', 'finding_info_list.title'),
    ],
    [
      is('class_uid', ...CLASSES),
      hasOneOf('finding_info', 'finding', 'finding_info_list'),
      has('severity_id'),
    ],
  ],
  title: ['finding_info.title', 'finding.title', 'finding_info_list.title', 'message', 'desc'],
  titleStandIn: ['{type_name}', '{class_name} of {metadata.product.name}'],
  description: ['finding_info.desc', 'finding.desc', 'desc', 'finding_info_list.desc', 'message', 'comment'],
  severity: [
    codes('severity_id', {
      1: 'informational',
      2: 'low',
      3: 'medium',
      4: 'high',
      5: 'critical',
      6: 'critical',
    }),
    word('severity'),
    codes('risk_level', { low: 'low', medium: 'medium', high: 'high', critical: 'critical' }),
  ],
  sourceSystem: (alert) => valueAt(alert, 'metadata.product.name', 'metadata.product.vendor_name'),
  time: ['time_dt', 'time', 'finding_info.created_time_dt', 'finding_info.created_time', 'start_time'],
  systems: [
    'device.hostname',
    'device.name',
    'resources.name',
    'resources.uid',
    'resource.name',
    'affected_resources.name',
  ],
  identity: {
    of: (alert) => {
      const one = valueAt(alert, 'finding_info.uid', 'finding.uid')
      return one === undefined ? several(alert) : own(alert)
    },
    why: "The id is unique: finding_info.uid is 'the unique identifier of the reported finding' (schema). Updates repeat it. An id that is a number is counted by its product; then product, tenant and account are added. An incident finding has a list of such ids. Its identity: metadata.uid, or else the list.",
  },
  state: [
    when('activity_id', [3], 'closed'),
    // Of verdicts, 6 is a test and 10 a duplicate. Of statuses, 2 is in progress, and 3 of an incident is on hold.
    ...[when('verdict_id', [1, 3, 5], 'false_positive'), when('verdict_id', [6, 10], 'closed')].map(
      (verdict) => reasonOfEnd(verdict, 'status', is('status_id', '2'), IS_ON_HOLD),
    ),
    when('compliance.status_id', [1], 'passed'),
    // Prowler also writes a finding for a check that passed.
    when('status_code', ['PASS'], 'passed'),
    status('compliance.status'),
    rule(byClass, 'status_id', 'state_id'),
    status('status', 'state', 'activity_name'),
  ],
}

/** status_id of findings: 3 suppressed, 4 resolved, 5 archived, 6 deleted. Of incidents: 3 on hold, 4 resolved, 5 closed. */
function byClass(alert: unknown): State | null {
  // Prowler 4 gives new findings the number of suppressed ones. If word and number are both there, the word counts.
  if (isNew.holds(alert)) return null
  for (const { read } of INCIDENT.holds(alert) ? INCIDENT_STATES : STATES) {
    const state = read(alert)
    if (state !== null) return state
  }
  return null
}

const isNew = is('status', 'New', 'Open', 'Active', 'In Progress')
const STATES = [
  ...['status_id', 'state_id'].flatMap((path) => [
    when(path, [4], 'resolved'),
    when(path, [3, 5, 6], 'suppressed'),
  ]),
]
const INCIDENT_STATES = [when('status_id', [4], 'resolved'), when('status_id', [5], 'closed')]
const UIDS = ['finding_info.uid', 'finding.uid']
const unique = id(...UIDS)
const counted = idAnd(
  UIDS,
  'metadata.product.name',
  'metadata.product.vendor_name',
  'metadata.tenant_uid',
  'cloud.account.uid',
)

/** A UUID or an ARN is unique across products. A number is unique only within its product. */
const own = (alert: unknown): string => (/^[0-9]{1,20}$/.test(unique(alert)) ? counted(alert) : unique(alert))
const several = (alert: unknown): string =>
  valueAt(alert, 'metadata.uid') === undefined ? byList(alert) : id('metadata.uid')(alert)
const byList = hashOf('finding_info_list.uid')
