import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import type { State } from '../state.ts'
import { VAULT_ROUTINE } from './cyberark-codes.ts'

/**
 * Information for an entry in LEEF that its vendor's catalogue keeps apart from what was found: the record of a session by a firewall, what
 * a vault lets its users do all day. Null for any other event, and for one that the device grades otherwise.
 */
export function leefRecord(alert: unknown): State | null {
  const isRecord = RECORDS.get(text(alert, 'leef.vendor').toLowerCase())
  return isRecord?.(alert) ? 'informational' : null
}

/** Packets that were let pass or refused by a policy, their end, leases of addresses, and requests that a proxy let pass; graded by nobody. The handling of packets says in the message which attack it refused. */
function watchGuard(alert: unknown): boolean {
  const isRecord = /^(?:30000148|30000151|16000065|16000066|1AFF0024)$/i.test(text(alert, 'leef.eventId'))
  const isAttack = /attack|flood|spoof|probe|\bscan\b|botnet|virus|malware|intrusion/i.test(
    `${text(alert, 'leef.attributes.msg')} ${text(alert, 'leef.attributes.reason')}`,
  )
  return isRecord && text(alert, 'leef.attributes.sev') === '' && !isAttack
}

/**
 * Connections and leases; commands of administrators, and tunnels that were asked for, of which the kind says nothing, where the device grades
 * neither.
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

/** A session that a threat did not end. */
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
