import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const RISK_LEVEL = word('sep.Risk Level')

/** An entry that the manager of Symantec Endpoint Protection sends by syslog (device-text.ts): a risk, an attack on the network, or what goes on ordinarily. */
export const symantecEndpointProtection: Product = {
  id: 'symantec_endpoint_protection',
  name: 'Symantec Endpoint Protection',
  source: 'elastic/integrations, packages/symantec_endpoint, data stream log',
  forms: [[has('sep.head')]],
  title: [{ path: 'sep.head', of: titleOf }],
  description: ['{sep.Source}: {sep.Occurrences}', 'sep.Actual action', 'sep.Event Description'],
  severity: [gradeOf],
  time: ['sep.Event time', 'sep.Begin', 'sep.time'],
  systems: ['sep.Computer name'],
  identity: {
    of: hashOf(
      ...['sep.head', 'sep.Computer name', 'sep.Event time', 'sep.Begin', 'sep.time', 'sep.Risk name'],
      // The path stands behind the number of occurrences.
      ...['sep.Occurrences', 'sep.Application hash', 'sep.User', 'sep.User Name', 'sep.CIDS Signature ID'],
      ...['sep.CIDS Signature SubID', 'sep.Remote Host IP', 'sep.Remote Port', 'sep.Event Description'],
    ),
    why: 'An entry has no id. Computer, time, risk or signature, path and user are one entry’s, which an entry that is sent again repeats.',
  },
  state: [rule(ofEntry)],
}

function titleOf(entry: unknown): string {
  const at = (name: string): string => plainText(valueAt(entry, `sep.${name}`)).trim()
  const head = at('head')
  if (isRisk(entry)) return `${head}: ${at('Risk name') || at('Application name') || at('Computer name')}`
  const attack = at('CIDS Signature string')
  return attack === '' ? `${head}: ${at('Event Description') || 'entry'}` : `${attack} on ${head}`
}

/** A signature says by its first word whether it is one of an attack or only watches. */
function gradeOf(entry: unknown): Level | null {
  if (isRisk(entry)) return RISK_LEVEL(entry) ?? (/^virus/i.test(headOf(entry)) ? 'high' : 'medium')
  if (!isAttack(entry)) return null
  const signature = plainText(valueAt(entry, 'sep.CIDS Signature string'))
  if (/^audit:/i.test(signature)) return 'low'
  return /attack|infected|exploit|malicious/i.test(signature) ? 'high' : 'medium'
}

function ofEntry(entry: unknown): State | null {
  return isRisk(entry) || isAttack(entry) ? null : 'informational'
}

/** What the manager calls a risk, whatever was done about it. */
function isRisk(entry: unknown): boolean {
  return /\bfound$/i.test(headOf(entry)) || has('sep.Actual action').holds(entry)
}

function isAttack(entry: unknown): boolean {
  return plainText(valueAt(entry, 'sep.CIDS Signature string')).trim() !== ''
}

function headOf(entry: unknown): string {
  return plainText(valueAt(entry, 'sep.head')).trim()
}
