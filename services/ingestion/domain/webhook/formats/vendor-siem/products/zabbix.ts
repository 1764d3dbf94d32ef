import { valueAt } from '../../../fields.ts'
import { textOf } from '../../../text.ts'
import { hashOfShared, idAt } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, isKey, lacks, like } from '../recognition.ts'
import { rule, status, when } from '../state.ts'

/** 0 not classified, 1 information, 2 warning, 3 average, 4 high, 5 disaster. */
const SEVERITIES = {
  0: 'low',
  1: 'informational',
  2: 'medium',
  3: 'medium',
  4: 'high',
  5: 'critical',
} as const

/** SpaceONE's template. */
const NESTED = has('trigger.id')

const NUMBERED = like('event_id', /^(?:[0-9]+|\{EVENT\.ID\})$/, 'a number')
const GRADES = ['Not classified', 'Information', 'Warning', 'Average', 'High', 'Disaster']
const GRADED = is('event_severity', ...GRADES)

/** The parameter of a webhook in Zabbix's own spelling. Tables of logs write EventSeverity, and other products write high. */
const ITS_OWN = [
  isKey('event_severity', ...GRADES),
  like('event_severity', /^[A-Z][a-z]+/, 'such as High'),
  ...[has('event_name'), hasOneOf('host', 'host_name', 'hostname')],
]
/** The grades of Windows are Information, Warning, Error and Critical, and its ids have at most five digits. */
const IS_NONE_OF_WINDOWS = [
  like('event_severity', /^(?:Not classified|Average|High|Disaster)$/, 'such as High'),
  like('event_id', /^[0-9]{6,}$/, 'of six digits'),
]

/** An event of the API or the export. */
const OBJECT = has('clock')
const OVER = when('value', [0], 'resolved')
/** The state of the event itself. */
const SAID = hasOneOf('event_value', 'event_status')

/**
 * The body of a Zabbix webhook media type: the usual parameters, or the template of Zulip's or SpaceONE's integration; or an
 * event of its API, its export or its connectors, in which a recovery names the problem's event (`p_eventid`).
 */
export const zabbix: Product = {
  id: 'zabbix',
  name: 'Zabbix',
  source:
    'https://www.zabbix.com/documentation/current/en/manual/config/notifications/media/webhook; zulip/zulip, zerver/webhooks/zabbix; cloudforet-io/plugin-zabbix-mon-webhook, test/api/test_event_api.py',
  forms: [
    [
      hasOneOf('event_id', 'eventid'),
      hasOneOf('event_nseverity', 'event_value', 'trigger_id', 'trigger_name', 'trigger_severity'),
      lacks('lacework_account'),
      // Events of FortiSIEM have an event id and an event severity too.
      lacks('phRecvTime'),
    ],
    // Other products have an event id and an event severity too: Windows counts its kinds of events, for example.
    [NUMBERED, GRADED, is('event_status', 'PROBLEM', 'RESOLVED', 'OK')],
    // An installation can rename its severities.
    [NUMBERED, has('event_severity'), is('event_status', 'PROBLEM', 'RESOLVED'), has('event_name')],
    [NUMBERED, GRADED, hasOneOf('event_opdata', 'event_tags', 'event_update_status', 'alert_subject')],
    [NUMBERED, ...ITS_OWN, is('event_status', 'ACKNOWLEDGED')],
    ...IS_NONE_OF_WINDOWS.map((condition) => [NUMBERED, ...ITS_OWN, condition, lacks('event_status')]),
    [has('trigger'), has('hostname'), has('severity'), has('status')],
    [has('trigger'), has('status'), like('link', /\/tr_events\.php\?/, 'of Zabbix')],
    [has('eventid'), has('clock'), hasOneOf('objectid', 'ns')],
    [has('event.id'), has('event.name'), has('event.severity'), has('event.status'), NESTED],
  ],
  title: ['event_name', 'trigger_name', 'event.name', 'trigger', 'alert_subject', 'subject', 'name'],
  titleStandIn: ['Zabbix event {p_eventid}', 'Zabbix event {event_id}', 'Zabbix event {eventid}'],
  description: ['trigger_description', 'event_opdata', 'alert_message', 'message', 'item'],
  severity: [
    codes('event_nseverity', SEVERITIES),
    word('event_severity', 'trigger_severity', 'event.severity', 'severity'),
    codes('severity', SEVERITIES),
  ],
  time: ['event_timestamp', 'clock', 'timestamp', '{event_date} {event_time}', 'event_time'],
  systems: ['host_name', 'host.name', 'hostname', 'host', 'host_host'],
  identity: {
    of: identityOf,
    why: 'The id is unique: that of the problem event ({EVENT.ID}). Its recovery and its updates repeat it. Without it, only the very delivery identifies a problem of a trigger.',
    closes: (alert) => (NESTED.holds(alert) ? ofNested(alert) : ofTrigger(alert)),
  },
  state: [
    when('event_value', [0], 'resolved'),
    // In other bodies `value` can be that of the item, which is 0 while a service is down.
    rule((alert) => (OBJECT.holds(alert) && !SAID.holds(alert) ? OVER.read(alert) : null)),
    rule((alert) => (/^[0-9]*[1-9]/.test(textOf(valueAt(alert, 'r_eventid')) ?? '') ? 'resolved' : null)),
    when('status', ['OK', 'RESOLVED', '0'], 'resolved'),
    when('event.status', ['OK', 'RESOLVED'], 'resolved'),
    status('status', 'event_status', 'trigger_status', 'event.status'),
  ],
}

const ofNested = hashOfShared('trigger.id', 'host.id')
const ofTrigger = hashOfShared('trigger_id', 'hostname', 'trigger')

/** Zulip's template holds the id in its link. */
function identityOf(alert: unknown): string | null {
  const id = idAt(alert, ['p_eventid', 'event_id', 'eventid', 'event.id'])
  const inLink = /[?&]eventid=([0-9]{1,20})/.exec(
    textOf(valueAt(alert, 'link', 'url', 'event_link')) ?? '',
  )?.[1]
  return id ?? inLink ?? null
}
