import { wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { classTitle } from './class-words.ts'

/** The events that are detections; audit events are not among them. */
const DETECTIONS = [
  ...['Threat_Event', 'FirewallAggregated_Event', 'HipsAggregated_Event', 'FilteredWebsites_Event'],
  ...['BlockedFiles_Event', 'EnterpriseInspectorAlert_Event', 'ESET Inspect Alert'],
]

/** A detection of ESET PROTECT, as it is exported in JSON. */
export const esetProtect: Product = {
  id: 'eset_protect',
  name: 'ESET PROTECT',
  source:
    'https://help.eset.com/protect_admin/latest/en-US/events-exported-to-json-format.html; SEKOIA-IO/intake-formats, Eset/eset_protect/tests',
  forms: [[is('event_type', ...DETECTIONS), has('occured'), has('source_uuid')]],
  title: [
    ...['{threat_type}: {threat_name}', '{event}: {threat_name}', 'threat_name', 'rulename', 'event'],
    ...['{operation}: {target}', 'operation'],
  ],
  titleStandIn: ['{event_type} on {hostname}', classTitle('ESET', 'event_type')],
  description: ['{action_taken}: {object_uri}', '{action}: {application}', 'eiconsolelink', 'processname'],
  severity: [word('severity')],
  time: ['occured'],
  systems: ['hostname'],
  identity: {
    of: wholeAlert,
    why: 'An alert has no id: source_uuid is that of the computer, and eialarmid that of an alarm of a rule on one server. Identity: the whole event, which never changes.',
  },
}
