import { valueAt } from '../../fields.ts'
import { isObject } from '../../own.ts'
import { plainText } from '../../text.ts'
import type { State } from './state.ts'

/**
 * Information for the record of a session by a firewall whose own catalogue calls that log "traffic" and has logs of their own
 * for what it found: TRAFFIC of Palo Alto Networks, `traffic:…` of Fortinet, `Log` of Check Point's firewall; and for that of a
 * mail by Cisco's gateway. Null where the record says that something was found (ended by a threat, an action of UTM, a threat
 * score, a verdict), and for any other event.
 */
export function trafficRecord(alert: unknown): State | null {
  const isRecord = RECORDS.get(text(alert, ...VENDORS).toLowerCase())
  return isRecord?.(alert) ? 'informational' : null
}

/** The kind stands in the class id or, of PAN-OS itself, in the name. */
function paloAlto(alert: unknown): boolean {
  return KINDS.some((path) => text(alert, path) === 'TRAFFIC') && text(alert, ...REASONS) !== 'threat'
}

/** Of the firewall itself; what a blade found has the blade for its product, a name of what was found for its class, and a grade. */
function checkPoint(alert: unknown): boolean {
  const isFirewall = text(alert, ...PRODUCTS) === 'VPN-1 & FireWall-1' && text(alert, ...CLASSES) === 'Log'
  return isFirewall && /^(?:unknown|0|)$/i.test(text(alert, ...GRADES))
}

/** A consolidated event of Cisco’s mail gateway: the line for one mail, in which no engine found anything. Filters of the operator match mails of any kind. */
function ciscoMail(alert: unknown): boolean {
  const extension = valueAt(alert, 'cef.extension', 'cef.extensions')
  if (text(alert, ...NAMES) !== 'Consolidated Log Event' || !isObject(extension)) return false
  return Object.entries(extension).every(
    ([key, verdict]) => !/^ESA(?:AS|AV|AMP|DLP|OF)Verdict$/i.test(key) || CLEAN.test(plainText(verdict)),
  )
}

function fortinet(alert: unknown): boolean {
  const kinds = [text(alert, ...CATEGORIES), text(alert, ...NAMES)]
  return kinds.some((kind) => /^traffic(?::|$)/.test(kind)) && !findings(alert)
}

/** Whether a field, with the prefix of the device's configuration, says that UTM did something or that the session was scored. */
function findings(alert: unknown): boolean {
  const rest = text(alert, 'AdditionalExtensions')
  if (/(?:crscore|crlevel|craction)=|utmaction=(?!allow)/i.test(rest)) return true
  const fields = [valueAt(alert, 'cef.extension'), valueAt(alert, 'cef.extensions'), alert]
  return fields.filter(isObject).some((object) =>
    Object.entries(object).some(([key, value]) => {
      const field = /(utmaction|crscore|crlevel|craction)$/i.exec(key)?.[1]
      return field !== undefined && !(field.toLowerCase() === 'utmaction' && value === 'allow')
    }),
  )
}

function text(alert: unknown, ...paths: readonly string[]): string {
  return plainText(valueAt(alert, ...paths)).slice(0, 5000)
}

const VENDORS = ['cef.deviceVendor', 'cef.device.vendor', 'deviceVendor']
const PRODUCTS = ['cef.deviceProduct', 'cef.device.product', 'deviceProduct']
const CLASSES = ['cef.deviceEventClassId', 'cef.device.event_class_id', 'deviceEventClassId', 'signatureId']
const GRADES = ['cef.severity', 'severity', 'LogSeverity']
const NAMES = ['cef.name', 'name', 'Activity']
const KINDS = [...CLASSES, ...NAMES]
const REASONS = ['cef.extension.reason', 'cef.extensions.reason', 'reason']
const CATEGORIES = ['cef.extension.cat', 'cef.extensions.deviceEventCategory', 'deviceEventCategory', 'cat']
const CLEAN =
  /^(?:none|not[_ ]evaluated|negative|no[_ ]match|clean|unknown|skipped|low[_ ]risk|fa_pending|bulk_mail)?$/i
const RECORDS: ReadonlyMap<string, (alert: unknown) => boolean> = new Map([
  ['palo alto networks', paloAlto],
  ['fortinet', fortinet],
  ['check point', checkPoint],
  ['cisco', ciscoMail],
])
