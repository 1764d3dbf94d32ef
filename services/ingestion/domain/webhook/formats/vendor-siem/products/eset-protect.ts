import { idAnd, wholeAlert } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'
import { classTitle } from './class-words.ts'

/** The events that are detections; audit events are not among them. */
const DETECTIONS = [
  ...['Threat_Event', 'FirewallAggregated_Event', 'HipsAggregated_Event', 'FilteredWebsites_Event'],
  ...['BlockedFiles_Event', 'EnterpriseInspectorAlert_Event', 'ESET Inspect Alert'],
]

/** A detection, as the API gives it (ESET Connect). Its category is one of an enumeration. */
const IS_LISTED = like('category', /^DETECTION_CATEGORY_/, 'such as DETECTION_CATEGORY_ANTIVIRUS')

const SEVERITIES = {
  SEVERITY_LEVEL_HIGH: 'high',
  SEVERITY_LEVEL_MEDIUM: 'medium',
  SEVERITY_LEVEL_LOW: 'low',
  SEVERITY_LEVEL_INFORMATIONAL: 'informational',
  SEVERITY_LEVEL_DIAGNOSTIC: 'informational',
} as const

const RESOLVED = when('resolved', [true], 'resolved')

/** A detection of ESET PROTECT, as it is exported in JSON and as ESET Connect lists it. */
export const esetProtect: Product = {
  id: 'eset_protect',
  name: 'ESET PROTECT',
  source:
    'https://help.eset.com/protect_admin/latest/en-US/events-exported-to-json-format.html; SEKOIA-IO/intake-formats, Eset/eset_protect/tests; elastic/integrations, packages/eset_protect, data stream detection',
  forms: [
    [is('event_type', ...DETECTIONS), has('occured'), has('source_uuid')],
    [IS_LISTED, has('uuid'), has('occurTime'), has('severityLevel')],
  ],
  title: [
    ...['{threat_type}: {threat_name}', '{event}: {threat_name}', 'threat_name', 'rulename', 'event'],
    ...['{operation}: {target}', 'operation'],
    { path: 'typeName', read: (text) => (text === 'nil' ? null : text) },
    'context.circumstances',
  ],
  titleStandIn: ['{event_type} on {hostname}', classTitle('ESET', 'event_type'), 'ESET detection {uuid}'],
  description: [
    '{action_taken}: {object_uri}',
    '{action}: {application}',
    'eiconsolelink',
    'processname',
    '{context.circumstances}: {objectUrl}',
  ],
  severity: [word('severity'), codes('severityLevel', SEVERITIES)],
  time: ['occured', 'occurTime'],
  systems: ['hostname'],
  identity: {
    of: (alert) => (IS_LISTED.holds(alert) ? ofListed(alert) : wholeAlert(alert)),
    why: 'An alert has no id: source_uuid is that of the computer, and eialarmid that of an alarm of a rule on one server. Identity: the whole event, which never changes. A detection of the API has a unique id, a UUID.',
  },
  state: [rule(ofResolved, 'resolved')],
}

/** A person resolves a detection of the API. */
function ofResolved(alert: unknown): State | null {
  return IS_LISTED.holds(alert) ? RESOLVED.read(alert) : null
}

const ofListed = idAnd('uuid', 'context.deviceUuid', 'occurTime')
