import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import type { State } from '../state.ts'
import { VAULT_ROUTINE } from './cyberark-codes.ts'

/**
 * Returns `informational` for a LEEF entry that its vendor's catalogue separates from findings: a firewall's session record, or
 * the daily work of a vault's users. Returns null for any other event, and for an entry that the device grades as more.
 */
export function leefRecord(alert: unknown): State | null {
  const isRecord = RECORDS.get(text(alert, 'leef.vendor').toLowerCase())
  return isRecord?.(alert) ? 'informational' : null
}

/**
 * Packets allowed or denied by a policy, their end, address leases, and requests that a proxy allowed, without a severity. If
 * packet handling blocked an attack, the message names it.
 */
function watchGuard(alert: unknown): boolean {
  const isRecord = /^(?:30000148|30000151|16000065|16000066|1AFF0024)$/i.test(text(alert, 'leef.eventId'))
  const isAttack = /attack|flood|spoof|probe|\bscan\b|botnet|virus|malware|intrusion/i.test(
    `${text(alert, 'leef.attributes.msg')} ${text(alert, 'leef.attributes.reason')}`,
  )
  return isRecord && text(alert, 'leef.attributes.sev') === '' && !isAttack
}

/**
 * Connections and leases; also commands of administrators and requested tunnels if the device gives them no severity above 3,
 * since their kind tells nothing.
 */
function forcepoint(alert: unknown): boolean {
  const [kind, message] = [text(alert, 'leef.eventId'), text(alert, 'leef.attributes.msg')]
  if (/^alert\b/i.test(message)) return false
  if (/^(?:Connection_(?:Allowed|Closed|Discarded|Refused)|FW_DHCP-.*)$/.test(kind)) return true
  const isAct =
    kind === 'System_Engine-User_Command' || (kind === 'Generic' && message.startsWith('VPN trigger '))
  return isAct && /^[0-3]?$/.test(text(alert, 'leef.attributes.sev'))
}

function cyberArk(alert: unknown): boolean {
  return text(alert, 'leef.product') === 'Vault' && VAULT_ROUTINE.has(text(alert, 'leef.eventId'))
}

/** A session that did not end by a threat. */
function paloAlto(alert: unknown): boolean {
  const isTraffic = text(alert, 'leef.attributes.cat') === 'TRAFFIC'
  return isTraffic && text(alert, 'leef.attributes.SessionEndReason') !== 'threat'
}

function text(alert: unknown, path: string): string {
  return plainText(valueAt(alert, path)).slice(0, 200)
}

const RECORDS: ReadonlyMap<string, (alert: unknown) => boolean> = new Map([
  ['watchguard', watchGuard],
  ['forcepoint', forcepoint],
  ['palo alto networks', paloAlto],
  ['cyber-ark', cyberArk],
  ['cyberark', cyberArk],
])
