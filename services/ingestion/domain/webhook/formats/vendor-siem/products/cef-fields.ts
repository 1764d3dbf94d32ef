import { valueAt } from '../../../fields.ts'
import { isObject } from '../../../own.ts'
import { plainText } from '../../../text.ts'

/** Where the forms of an event in CEF have the fields of its header: its text, Filebeat's and Logstash's fields, a row of CommonSecurityLog. */
export const CEF = {
  vendor: ['cef.deviceVendor', 'cef.device.vendor', 'deviceVendor'],
  product: ['cef.deviceProduct', 'cef.device.product', 'deviceProduct'],
  class: ['cef.deviceEventClassId', 'cef.device.event_class_id', 'deviceEventClassId', 'signatureId'],
  name: ['cef.name', 'name', 'Activity'],
  severity: ['cef.severity', 'severity', 'LogSeverity'],
} as const

/** The text at the first of some paths that has one; of a very long one its beginning. */
export function cefText(alert: unknown, ...paths: readonly string[]): string {
  return plainText(valueAt(alert, ...paths)).slice(0, 5000)
}

/** The fields of the extension, each with its key: those of the event itself where it is a row. */
export function extensionOf(alert: unknown): [key: string, value: unknown][] {
  const fields = [valueAt(alert, 'cef.extension'), valueAt(alert, 'cef.extensions'), alert]
  return fields.filter(isObject).flatMap((object) => Object.entries(object))
}
