import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { ofEvent, scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { rule } from '../state.ts'
import { eventIdentity, wholeSyslogTime } from '../texts/event-text.ts'
import { symantecDlpGrade } from './cef-grades.ts'
import { leefRecord } from './leef-record.ts'

const MESSAGES = ['EventMessage', 'eventName', 'name', 'msg', 'cat'].map((key) => `leef.attributes.${key}`)

function numbered(alert: unknown, path: string): string | undefined {
  const [vendor, product, id, message] = ['leef.vendor', 'leef.product', 'leef.eventId', path].map((place) =>
    plainText(valueAt(alert, place)),
  )
  return message !== '' && /^(?:0x)?[0-9A-F]+$/i.test(id!)
    ? `${vendor} ${product}: ${id} ${message}`
    : undefined
}

/**
 * An event of any device in IBM QRadar's Log Event Extended Format, its text in a JSON field. It is graded on QRadar's scale
 * from 1 to 10.
 */
export const logEventExtendedFormat: Product = {
  id: 'log_event_extended_format',
  name: 'Log Event Extended Format',
  source: 'https://www.ibm.com/docs/en/dsm?topic=overview-leef-event-components',
  forms: [[has('leef.vendor'), has('leef.product'), has('leef.eventId')]],
  title: [
    // The number of a kind of event means nothing to people.
    ...MESSAGES.map((path) => ({ path, of: (alert: unknown) => numbered(alert, path) })),
    '{leef.vendor} {leef.product}: {leef.eventId}',
  ],
  description: ['leef.attributes.msg', 'leef.attributes.reason', 'leef.attributes.cat'],
  severity: [
    // Palo Alto Networks writes its own scale into sev, and the word in a field beside it.
    ofEvent('leef.attributes.severity'),
    (alert) => symantecDlpGrade(plainText(valueAt(alert, 'leef.attributes.severity'))),
    scale('leef.attributes.sev', { low: 0, medium: 4, high: 7, critical: 9 }),
  ],
  sourceSystem: (alert) =>
    ['leef.vendor', 'leef.product'].map((path) => plainText(valueAt(alert, path))).join(' '),
  time: ['leef.attributes.devTime', 'leef.attributes.eventTime', wholeSyslogTime, '@timestamp', 'syslogTime'],
  systems: ['leef.attributes.identHostName', 'leef.attributes.dst'],
  identity: {
    of: eventIdentity,
    why: 'The id is not unique: it is that of a kind of event. Identity: the whole event with its time, or else the time of its syslog header, or else that of its shipper.',
  },
  state: [rule(leefRecord)],
}
