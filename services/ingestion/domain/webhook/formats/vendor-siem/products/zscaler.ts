import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { wholeAlert } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'

/**
 * An entry of Zscaler Internet Access, from its feeds of the web, the firewall and DLP. Most entries of the web and the
 * firewall are requests.
 */
export const zscaler: Product = {
  id: 'zscaler',
  name: 'Zscaler Internet Access',
  source:
    'https://help.zscaler.com/zia/nss-feed-output-format-web-logs; elastic/integrations, packages/zscaler_zia, data streams endpoint_dlp and saas_security',
  forms: [
    [
      like('sourcetype', /^zscalernss-/, 'zscalernss-…'),
      hasOneOf('event', 'record_id', 'recordid', 'severity'),
    ],
    [like('sourcetype', /^zscalernss-/, 'zscalernss-…'), has('time')],
  ],
  title: [{ path: 'event.threatname', of: found }],
  titleStandIn: [
    '{sourcetype}: {event.hostname}',
    '{sourcetype}: {event.host}',
    '{sourcetype}',
    'sourcetype',
  ],
  description: ['event.reason', 'event.url', 'event.filesrcpath', 'file.full_url'],
  severity: [graded],
  time: ['event.datetime', 'event.eventtime', 'event.time', 'time', 'event.epochtime'],
  systems: ['event.devicehostname', 'event.devicename', 'hostname', 'event.hostname'],
  identity: {
    of: wholeAlert,
    why: 'It is not documented whether feeds share the numbers of records, and the template of a feed decides what it writes. Identity: the whole entry. An entry never changes.',
  },
  state: [when('is_incident', ['No'], 'informational'), rule(request)],
}

/** Severities as words, and in DLP's form: `High Severity`. */
function graded(alert: unknown): Level | null {
  const severity = named(alert, 'event.threatseverity', 'event.severity', 'severity')
  return word('severity')({ severity: severity.replace(/ severity$/i, '') })
}

/** Returns the finding and its object. */
function found(alert: unknown): string | undefined {
  const what = named(alert, ...THREATS)
  const where = named(alert, 'event.hostname', 'event.host', 'event.url', 'event.dhost')
  if (what !== '') return where === '' ? what : `${what} (${where})`
  const rule = named(alert, ...RULES, ...DLP)
  const item = named(alert, ...ITEMS)
  if (rule === '') return undefined
  return item === '' ? rule : `${rule}: ${item}`
}

/**
 * A request or connection without a finding is informational, and so are actions of administrators. Entries of other logs are
 * open.
 */
function request(alert: unknown): State | null {
  const kind = plainText(valueAt(alert, 'sourcetype')).slice('zscalernss-'.length)
  if (!REQUESTS.test(kind)) return null
  const isGrave = /^(?:high|critical)$/i.test(named(alert, 'event.threatseverity'))
  const paths = /^(?:saas|casb)/i.test(kind) ? [...THREATS, ...DLP, ...RULES] : [...THREATS, ...DLP]
  return named(alert, ...paths) === '' && !isGrave ? 'informational' : null
}

/** Reads the first value that is not blank. A feed writes None for no value, with the number for a severity. */
function named(alert: unknown, ...paths: readonly string[]): string {
  const texts = paths.map((path) => plainText(valueAt(alert, path)).trim().slice(0, 1000))
  return texts.find((text) => text !== '' && !NOTHING.test(text)) ?? ''
}

const REQUESTS = /^(?:web|fw|firewall|dns|tunnel|vpn|audit|admin|saas|casb)/i
const NOTHING = /^(?:none(?: \(0\))?|n\/a|-|0|clean(?: transaction)?)$/i

const THREATS = [
  'event.threatname',
  'event.threat_name',
  'threat.malware',
  'threat.indicator.name',
  'event.malwarename',
  'event.ipsrulelabel',
  ...[
    'event.threatcategory',
    'event.threatcat',
    'event.threatclass',
    'event.malwarecategory',
    'event.malwareclass',
  ],
]
const DLP = [
  ...['event.dlprulename', 'event.dlpengine', 'event.dlpeng', 'event.dlpenginenames', 'event.dlpdictnames'],
  ...['event.dlpdictionaries', 'dlp.engine_names', 'dlp.dict_names'],
]
const RULES = ['event.rulename', 'rule.label']
const ITEMS = ['event.itemname', 'file.name', 'object.name', 'event.filename', 'event.user', 'user_name']
