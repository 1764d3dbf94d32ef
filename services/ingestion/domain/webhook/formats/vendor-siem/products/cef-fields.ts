import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'

/**
 * Paths of the header fields of a CEF event in its forms: its text, fields of Filebeat and Logstash, a row of
 * CommonSecurityLog.
 */
export const CEF = {
  vendor: ['cef.deviceVendor', 'cef.device.vendor', 'deviceVendor'],
  product: ['cef.deviceProduct', 'cef.device.product', 'deviceProduct'],
  class: ['cef.deviceEventClassId', 'cef.device.event_class_id', 'deviceEventClassId', 'signatureId'],
  name: ['cef.name', 'name', 'Activity'],
  severity: ['cef.severity', 'severity', 'LogSeverity'],
} as const

/** Returns the text at the first path that has one; of a very long text only the beginning. */
export function cefText(alert: unknown, ...paths: readonly string[]): string {
  return plainText(valueAt(alert, ...paths)).slice(0, 5000)
}

/** Returns the time of an event from a custom date whose label says so: `deviceCustomDate1Label=detectionDate`. */
export function labelledTime(alert: unknown): unknown {
  const fields = new Map(extensionOf(alert))
  for (const [key, label] of fields) {
    const field = /^(deviceCustomDate[12])Label$/i.exec(key)?.[1]
    if (field !== undefined && typeof label === 'string' && EVENT_TIME.test(label)) return fields.get(field)
  }
  return undefined
}

const EVENT_TIME = /^(?:detection|event|incident|alert|occurrence)[ _-]?(?:date|time)$/i

/** Returns the fields of the extension with their keys. If the event is a row, these are its own fields. */
export function extensionOf(alert: unknown): [key: string, value: unknown][] {
  const fields = [valueAt(alert, 'cef.extension'), valueAt(alert, 'cef.extensions'), alert]
  return fields.filter(isObject).flatMap((object) => Object.entries(object))
}
