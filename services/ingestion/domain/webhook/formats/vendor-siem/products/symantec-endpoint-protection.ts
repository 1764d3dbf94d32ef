import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const RISK_LEVEL = word('sep.Risk Level')

/**
 * An entry that the manager of Symantec Endpoint Protection sends by syslog (device-text.ts): a risk, an attack on the network
 * or on Symantec itself, or ordinary activity.
 */
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
    why: 'An entry has no id. Identity: computer, time, risk or signature, path and user. An entry that is sent again repeats them.',
  },
  state: [rule(ofEntry)],
}

const ofFound = hashOf(
  ...['sep.head', 'sep.Computer name', 'sep.Event time', 'sep.Begin', 'sep.time', 'sep.Risk name'],
  // The path comes after the number of occurrences.
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

/** The first word of a signature tells whether it matches an attack or only observes (`audit:`). */
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

/** Whether the manager calls the entry a risk, whatever was done about it. */
function isRisk(entry: unknown): boolean {
  return /\bfound$/i.test(headOf(entry)) || has('sep.Actual action').holds(entry)
}

/**
 * Whether this is an entry of the Security log: a port scan, flood, spoofed address or intrusion, with or without a signature.
 */
function isAttack(entry: unknown): boolean {
  if (plainText(valueAt(entry, 'sep.CIDS Signature string')).trim() !== '') return true
  const description = plainText(valueAt(entry, 'sep.Event Description')).trim()
  return description !== '' && SECURITY.holds(entry) && !ORDINARY.test(description)
}

/** Whether Tamper Protection wrote the entry, in the behavior log or elsewhere. */
function isTampering(entry: unknown): boolean {
  return ['before', 'Rule', 'Event Description', 'Description'].some((name) =>
    /\btamper[- ]protection\b(?! (?:has been |was |is )?(?:enabled|turned on|on\b))/i.test(
      plainText(valueAt(entry, `sep.${name}`)),
    ),
  )
}

/**
 * Fields of the Security log only. The system, policy and administrator logs have event descriptions too, but none of these.
 */
const SECURITY = hasOneOf('sep.Intrusion ID', 'sep.CIDS Signature ID', 'sep.Local Host IP')
/** Host Integrity results, and the end of a block. */
const ORDINARY = /^host integrity\b|\b(?:disengaged|no longer blocked)\b/i
const GRAVE = /attack|infected|exploit|malicious|denial of service|\bflood|trojan/i

function headOf(entry: unknown): string {
  return plainText(valueAt(entry, 'sep.head')).trim()
}
