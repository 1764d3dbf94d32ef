import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const RISK_LEVEL = word('sep.Risk Level')

/** An entry that the manager of Symantec Endpoint Protection sends by syslog (device-text.ts): a risk, an attack on the network or on Symantec itself, or what goes on ordinarily. */
export const symantecEndpointProtection: Product = {
  id: 'symantec_endpoint_protection',
  name: 'Symantec Endpoint Protection',
  source:
    'elastic/integrations, packages/symantec_endpoint, data stream log; https://knowledge.broadcom.com/external/article?legacyId=tech171741; kinds of entries: Beercow/SEPparser, wiki, "Security Log File Format", "Control Log File Format"',
  forms: [[has('sep.head')]],
  title: [{ path: 'sep.head', of: titleOf }],
  description: ['{sep.Source}: {sep.Occurrences}', 'sep.Actual action', 'sep.Event Description'],
  severity: [gradeOf],
  time: ['sep.Event time', 'sep.Begin', 'sep.time'],
  systems: ['sep.Computer name'],
  identity: {
    of: (entry) => (isTampering(entry) ? ofTampering(entry) : ofFound(entry)),
    why: 'An entry has no id. Computer, time, risk or signature, path and user are one entry’s, which an entry that is sent again repeats.',
  },
  state: [rule(ofEntry)],
}

const ofFound = hashOf(
  ...['sep.head', 'sep.Computer name', 'sep.Event time', 'sep.Begin', 'sep.time', 'sep.Risk name'],
  // The path stands behind the number of occurrences.
  ...['sep.Occurrences', 'sep.Application hash', 'sep.User', 'sep.User Name', 'sep.CIDS Signature ID'],
  ...['sep.CIDS Signature SubID', 'sep.Remote Host IP', 'sep.Remote Port', 'sep.Event Description'],
)
const ofTampering = hashOf(
  ...[
    'sep.head',
    'sep.before',
    'sep.Rule',
    'sep.Event Description',
    'sep.Event time',
    'sep.Begin',
    'sep.time',
  ],
  'sep.User',
)

function titleOf(entry: unknown): string {
  const at = (name: string): string => plainText(valueAt(entry, `sep.${name}`)).trim()
  const head = at('head')
  if (isRisk(entry)) return `${head}: ${at('Risk name') || at('Application name') || at('Computer name')}`
  if (isTampering(entry)) return `${head}: ${at('Event Description') || at('before') || at('Rule')}`
  const attack = at('CIDS Signature string')
  return attack === '' ? `${head}: ${at('Event Description') || 'entry'}` : `${attack} on ${head}`
}

/** A signature says by its first word whether it is one of an attack or only watches. */
function gradeOf(entry: unknown): Level | null {
  if (isRisk(entry)) return RISK_LEVEL(entry) ?? (/^virus/i.test(headOf(entry)) ? 'high' : 'medium')
  if (isTampering(entry)) return 'high'
  if (!isAttack(entry)) return null
  const signature = plainText(valueAt(entry, 'sep.CIDS Signature string'))
  if (/^audit:/i.test(signature)) return 'low'
  return GRAVE.test(`${signature} ${plainText(valueAt(entry, 'sep.Event Description'))}`) ? 'high' : 'medium'
}

function ofEntry(entry: unknown): State | null {
  return isRisk(entry) || isAttack(entry) || isTampering(entry) ? null : 'informational'
}

/** What the manager calls a risk, whatever was done about it. */
function isRisk(entry: unknown): boolean {
  return /\bfound$/i.test(headOf(entry)) || has('sep.Actual action').holds(entry)
}

/** An entry of the Security log: port scans, floods, false addresses and intrusions, with a signature or without one. */
function isAttack(entry: unknown): boolean {
  if (plainText(valueAt(entry, 'sep.CIDS Signature string')).trim() !== '') return true
  const description = plainText(valueAt(entry, 'sep.Event Description')).trim()
  return description !== '' && SECURITY.holds(entry) && !ORDINARY.test(description)
}

/** What Tamper Protection writes, in the log of behavior or elsewhere. */
function isTampering(entry: unknown): boolean {
  return ['before', 'Rule', 'Event Description', 'Description'].some((name) =>
    /\btamper[- ]protection\b(?! (?:has been |was |is )?(?:enabled|turned on|on\b))/i.test(
      plainText(valueAt(entry, `sep.${name}`)),
    ),
  )
}

/** The logs of systems, policies and administrators describe events, too, and have none of these. */
const SECURITY = hasOneOf('sep.Intrusion ID', 'sep.CIDS Signature ID', 'sep.Local Host IP')
/** Results of Host Integrity, and the end of a block. */
const ORDINARY = /^host integrity\b|\b(?:disengaged|no longer blocked)\b/i
const GRAVE = /attack|infected|exploit|malicious|denial of service|\bflood|trojan/i

function headOf(entry: unknown): string {
  return plainText(valueAt(entry, 'sep.head')).trim()
}
