import { hashOf, hashOfShared, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { status, when } from '../state.ts'

/** The names under which templates send the level. */
const LEVELS = ['level', 'error_level', 'severity']

/** Templates of the subject that is in alert. */
const SUBJECTS = ['{datasource} {datapoint}', '{datasource}', '{eventsource}', '{batchjob}', '{website}']

/**
 * An alert of LogicMonitor. The sender writes the body of the HTTP delivery. It has tokens under their own names, such as
 * `"alertid": "##ALERTID##"`, as in the templates of the receiving tools.
 */
export const logicMonitor: Product = {
  id: 'logicmonitor',
  name: 'LogicMonitor',
  source:
    'https://www.logicmonitor.com/support/custom-http-delivery; the templates of https://docs.bigpanda.io/docs/logicmonitor, https://pagertree.com/docs/integration-guides/logicmonitor and of SIGNL4',
  forms: LEVELS.map((level) => [
    is(level, 'warn', 'warning', 'error', 'critical', 'doNotAlert'),
    hasOneOf('alertid', 'start', 'startepoch'),
    hasOneOf('alertstatus', 'status'),
    hasOneOf('datasource', 'eventsource', 'batchjob', 'website'),
    ...[hasOneOf('host', 'hostname'), hasOneOf('datapoint', 'instance', 'threshold', 'alerttype', 'type')],
  ]),
  title: ['host', 'hostname'].flatMap((host) =>
    SUBJECTS.flatMap((subject) => LEVELS.map((level) => `{${host}}: ${subject} is {${level}}`)),
  ),
  titleStandIn: ['message'],
  description: ['message', 'detail'],
  severity: [word(...LEVELS)],
  time: ['startepoch', 'start'],
  systems: ['host', 'hostname'],
  identity: {
    of: (alert) => (has('alertid').holds(alert) ? ofAlert(alert) : ofStart(alert)),
    closes: hashOfShared('alertid', 'host', 'hostname', 'datasource', 'eventsource', 'instance', 'datapoint'),
    why: 'The id is not unique: each portal counts its own. Identity: id, host and start; without the id, host, source and start. Acknowledgement and clearing repeat them.',
  },
  state: [
    ...['alertstatus', 'status'].flatMap((path) => [
      when(path, ['clear'], 'resolved'),
      when(path, ['ack', 'acknowledge', 'acknowledged', 'test'], 'informational'),
    ]),
    status('alertstatus', 'status'),
  ],
}

const ofAlert = idAnd('alertid', 'host', 'hostname', 'start', 'startepoch')
const ofStart = hashOf(
  ...['host', 'hostname', 'datasource', 'eventsource', 'batchjob', 'website'],
  ...['instance', 'datapoint', 'start', 'startepoch'],
)
