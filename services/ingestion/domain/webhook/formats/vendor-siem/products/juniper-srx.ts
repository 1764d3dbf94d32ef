import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, idAt } from '../identity.ts'
import { type Level, ofEvent, scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const THREAT = ofEvent('srx.threat-severity')
/** Advanced Threat Prevention scores from 1 to 10. By default a file is malware from 7 on. */
const VERDICT = scale('srx.verdict-number', { low: 1, medium: 4, high: 7 })
const FEED = scale('srx.threat-severity', { low: 0, medium: 4, high: 7 })

/**
 * An entry in the security log of a Juniper SRX (structured-text.ts): a finding of its screens, intrusion detection or
 * scanners, or ordinary activity.
 */
export const juniperSrx: Product = {
  id: 'juniper_srx',
  name: 'Juniper SRX',
  source:
    'elastic/integrations, packages/juniper_srx, data stream log; SEKOIA-IO/intake-formats, Juniper/juniper-ngfw/tests; https://www.juniper.net/documentation/us/en/software/junos/idp-policy/topics/topic-map/security-idp-event-logging.html',
  forms: [[like('srx.kind', /^[A-Z_]+$/, 'such as RT_SCREEN_TCP')]],
  title: [{ path: 'srx.kind', of: titleOf }],
  description: ['srx.message', '{srx.source-address} → {srx.destination-address}, {srx.action}', 'srx.url'],
  severity: [gradeOf],
  time: ['srx.epoch-time', 'srx.time'],
  systems: ['srx.destination-address', 'srx.client-ip', 'srx.hostname'],
  identity: {
    of: (entry) => (idAt(entry, ['srx.time', 'srx.epoch-time']) === null ? null : ofEntryItself(entry)),
    why: 'An alert has no id. Identity: the whole entry, with the time of its header. An entry never changes. Without that time, only the very delivery identifies it.',
  },
  state: [rule(ofEntry)],
}

const ofEntryItself = hashOf('srx')

function titleOf(entry: unknown): string {
  const at = (name: string): string => plainText(valueAt(entry, `srx.${name}`)).trim()
  const [kind, client] = [kindOf(entry), at('hostname') || at('client-ip')]
  if (kind.startsWith('AV_VIRUS')) return `Virus ${at('name')} in ${at('filename')}`
  if (kind.startsWith('AAMW_HOST_INFECTED'))
    return `Infected host ${client}: ${at('reason') || at('message')}`
  if (/AAMW/.test(kind))
    return `Malware ${at('malware-info') || `of score ${at('verdict-number')}`} for ${client || at('source-address')}`
  if (kind.startsWith('SECINTEL'))
    return `Security intelligence ${at('feed-name')}: ${at('source-address')} to ${at('destination-address')}`
  const found = at('attack-name') || at('message') || at('ddos-application-name') || at('reason')
  const to = at('destination-address') || at('source-address')
  return [found === '' ? kind : found, to].filter((part) => part !== '').join(': ')
}

function gradeOf(entry: unknown): Level | null {
  const kind = kindOf(entry)
  if (kind.startsWith('AV_VIRUS') || kind.startsWith('AAMW_HOST_INFECTED')) return 'high'
  if (/AAMW/.test(kind)) return VERDICT(entry)
  return kind.startsWith('SECINTEL') ? FEED(entry) : THREAT(entry)
}

/**
 * Sessions and pages are informational, and so are files below the threshold, and blocked connections with a bad host. The
 * exceptions are connections to a command-and-control host and those of an infected host.
 */
function ofEntry(entry: unknown): State | null {
  const kind = kindOf(entry)
  if (/^(?:RT_SCREEN|IDP|AV_VIRUS|AAMW_MALWARE|AAMW_HOST)/.test(kind)) return null
  if (/AAMW/.test(kind)) return ['low', 'medium'].includes(VERDICT(entry) ?? '') ? 'informational' : null
  if (!kind.startsWith('SECINTEL')) return 'informational'
  const [category, action] = ['sub-category', 'action'].map((name) =>
    plainText(valueAt(entry, `srx.${name}`)).trim(),
  )
  return /^BLOCK$/i.test(action!) && !/^(?:CC|infected)/i.test(category!) ? 'informational' : null
}

function kindOf(entry: unknown): string {
  return plainText(valueAt(entry, 'srx.kind'))
}
