import { severityOfWord } from '../../../severity.ts'
import { plainText } from '../../../text.ts'
import { type Level, scale } from '../levels.ts'
import { CEF, cefText, extensionOf } from './cef-fields.ts'
import { CROWDSTRIKE_SCORE } from './crowdstrike.ts'

/** Returns the severity of an event from a device that does not use the scale of CEF; null for any other event. */
export function deviceGrade(alert: unknown): Level | null {
  const grade = GRADES.get(cefText(alert, ...CEF.vendor).toLowerCase())
  return grade?.(Number(cefText(alert, ...CEF.severity) || Number.NaN), alert) ?? null
}

/**
 * PAN-OS writes number-of-severity, from 1 (informational) to 5 (critical), with threats and system entries. The Strata Logging
 * Service writes the scale of CEF.
 */
function paloAlto(severity: number, alert: unknown): Level | null {
  const isThreat = [CEF.class, CEF.name].some((paths) =>
    /^(?:THREAT|SYSTEM|CORRELATION)$/i.test(cefText(alert, ...paths)),
  )
  if (cefText(alert, ...CEF.product) !== 'PAN-OS' || !isThreat) return null
  return ([null, 'low', 'low', 'medium', 'high', 'critical'][severity] as Level | undefined) ?? null
}

/**
 * The connector passes on the severity of the event stream: from 1 to 5, or from 10 to 100 for later kinds of detections. The
 * numbers between have no published meaning, so they are read as rather too severe.
 */
function crowdStrike(severity: number): Level | null {
  if (severity >= 10) return scale('severity', CROWDSTRIKE_SCORE)({ severity })
  return scale('severity', { low: 1, medium: 3, high: 4, critical: 5 })({ severity })
}

/** The header has the level of the log entry. The severity of an attack or a virus is in a field beside it. */
function fortinet(_: number, alert: unknown): Level | null {
  const fields = extensionOf(alert).map(([key, value]) => `${key}=${plainText(value).slice(0, 40)}`)
  const levels = [...fields, ...cefText(alert, 'AdditionalExtensions').split(';')].flatMap((field) => {
    const level = GRADE_OF_FORTINET.exec(field.trim())?.[1]
    return level === undefined ? [] : [severityOfWord(level)]
  })
  return levels.includes('critical') ? 'critical' : levels.includes('high') ? 'high' : null
}

/** The header has 1 for every alert. The product's own severity is a number without a published meaning. */
function adAudit(_: number, alert: unknown): Level | null {
  return cefText(alert, ...CEF.name) === 'ADAPAlerts' ? 'unknown' : null
}

/**
 * The header of Symantec Data Loss Prevention has what the administrator wrote into the message. The severity of the incident
 * (`1:High`) is in the field SEVERITY beside it.
 */
function symantec(_: number, alert: unknown): Level | null {
  if (cefText(alert, ...CEF.product) !== 'DLP') return null
  const fields = extensionOf(alert).flatMap(([key, value]) => (key === 'SEVERITY' ? [plainText(value)] : []))
  const levels = [...fields, ...cefText(alert, 'AdditionalExtensions').split(';')].map(symantecDlpGrade)
  // The subject of a message that was found can also contain such a text.
  return (['high', 'medium', 'low'] as const).find((level) => levels.includes(level)) ?? null
}

/** Returns the severity that a variable of Symantec Data Loss Prevention names: `1:High`, `SEVERITY=4:Info`. */
export function symantecDlpGrade(text: string): Level | null {
  const word = GRADE_OF_DLP.exec(text.trim().slice(0, 40))?.[1]
  return word === undefined ? null : severityOfWord(word)
}

/** Kaspersky Security Center: information, warning, error, critical. */
function kaspersky(severity: number): Level | null {
  return ([null, 'low', 'medium', 'high', 'critical'][severity] as Level | undefined) ?? null
}

const GRADE_OF_FORTINET = /^(?:FTNTFGT|FortinetFortiGate)(?:crlevel|severity)=(\w+)$/i
const GRADE_OF_DLP = /^(?:severity=)?[1-4]:\s*(\w+)/i
const GRADES: ReadonlyMap<string, (severity: number, alert: unknown) => Level | null> = new Map([
  ['palo alto networks', paloAlto],
  ['crowdstrike', crowdStrike],
  ['fortinet', fortinet],
  ['manageengine', adAudit],
  ['kasperskylab', kaspersky],
  ['symantec', symantec],
])
