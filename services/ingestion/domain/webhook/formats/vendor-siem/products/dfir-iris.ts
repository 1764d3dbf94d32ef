import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** An alert of DFIR-IRIS, into which other products put their alerts. A severity is a number, with its name beside it in the API. */
export const dfirIris: Product = {
  id: 'dfir_iris',
  name: 'DFIR-IRIS',
  source:
    'https://docs.dfir-iris.org/latest/operations/api/; jertel/elastalert2, elastalert/alerters/iris.py',
  forms: [
    [has('alert_title'), hasOneOf('alert_severity_id', 'severity.severity_name'), has('alert_status_id')],
  ],
  title: ['alert_title'],
  description: ['alert_description', 'alert_note'],
  severity: [word('severity.severity_name')],
  time: ['alert_source_event_time', 'alert_creation_time'],
  systems: ['alert_assets.asset_name', 'assets.asset_name'],
  identity: {
    of: id('alert_uuid'),
    why: 'The id is unique: a UUID for each alert. A change of the status keeps it. An alert that IRIS has not received yet has no id: its identity is the content.',
  },
  state: [
    reasonOfEnd(
      when('resolution_status.resolution_status_name', ['False Positive', 'Legitimate'], 'false_positive'),
      'status.status_name',
    ),
    when('status.status_name', ['Merged'], 'closed'),
    status('status.status_name'),
  ],
}
