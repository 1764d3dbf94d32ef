import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, idAt } from '../identity.ts'
import type { Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/**
 * An event of Kaspersky Security Center by syslog, or of an application in the Windows event log (structured-text.ts): a
 * finding, or the result of a task or an update.
 */
export const kaspersky: Product = {
  id: 'kaspersky',
  name: 'Kaspersky',
  source:
    'SEKOIA-IO/intake-formats, Kaspersky/kaspersky_endpoint_security/tests; ExabeamLabs/Content-Library-CIM2, DS/Kaspersky, its parsers; https://support.kaspersky.com/help/KSC/16/KSCAPI/a00132.html',
  forms: [[has('ksc.et')], [has('kes.Result description')]],
  title: [
    '{ksc.etdn}: {ksc.p2} on {ksc.hdn}',
    '{ksc.etdn} on {ksc.hdn}',
    'ksc.etdn',
    '{kes.Type} {kes.Name}: {kes.Object}',
    '{kes.Event type}: {kes.Object name}',
    '{kes.Event type}: {kes.Name}',
    'kes.Event type',
    '{kes.Result description}: {kes.Object}',
  ],
  titleStandIn: [{ path: 'ksc.et', of: wordsOfKind }, 'Kaspersky: {kes.Result description}'],
  description: ['ksc.p1', '{kes.Result description}: {kes.Reason}', 'kes.Result description', 'kes.Error'],
  severity: [gradeOf],
  time: ['ksc.time', '@timestamp'],
  systems: ['ksc.hdn', 'ksc.hip'],
  identity: {
    of: (event) => (idAt(event, ['ksc.time', '@timestamp']) === null ? null : ofEventItself(event)),
    why: 'An event has no id. Identity: the whole event, with the time of its header or of its shipper. An event never changes. Without a time, only the very delivery identifies it.',
  },
  state: [rule(ofEvent)],
}

const ofEventItself = hashOf('ksc', 'kes', '@timestamp')

/** Returns the kind of an event in words, such as `virus found`. */
function wordsOfKind(event: unknown): string {
  const words = plainText(valueAt(event, 'ksc.et'))
    .replace(/^GNRL_EV_/, '')
    .replaceAll('_', ' ')
  return words === '' ? '' : `Kaspersky: ${words.toLowerCase()}`
}

function gradeOf(event: unknown): Level | null {
  const kind = plainText(valueAt(event, 'ksc.et'))
  if (/OUTBREAK/.test(kind)) return 'critical'
  if (/VIRUS|ATTACK|MALWARE|NOTCURED|RANSOM|EXPLOIT|INTRUSION/.test(kind) || isThreat(event)) return 'high'
  return /SUSPICIOUS|BLOCKED|DENIED/.test(kind) ? 'medium' : null
}

/** Whether a threat was found, whatever was done about it. */
function isThreat(event: unknown): boolean {
  if (has('kes.Type').holds(event) && has('kes.Name').holds(event)) return true
  return /malicious|infected|virus|malware|attack/i.test(plainText(valueAt(event, 'kes.Event type')))
}

/**
 * Results of tasks, scans and updates, console logins and skipped objects are informational. Any other result, such as an
 * error, is open.
 */
function ofEvent(event: unknown): State | null {
  const kind = plainText(valueAt(event, 'ksc.et'))
  if (kind !== '') return ROUTINE.test(kind) ? 'informational' : null
  const result = plainText(valueAt(event, 'kes.Result description'))
  return !isThreat(event) && ROUTINE_RESULT.test(result) ? 'informational' : null
}

const ROUTINE_RESULT =
  /^(?:not processed|processed|skipped|started|paused|resumed|stopped|completed|updated|allowed|ok)(?: successfully)?\.?$/i
/** Kinds of events about tasks, scans, updates, logins and started applications. */
export const ROUTINE =
  /^(?:KLPRCI_TaskState|KLAUD_EV|KLNAG_EV_(?:PATCH|INV)|GNRL_EV_FULLSCAN_STATUS|GNRL_EV_(?:APP|DEVCTRL).*(?:PLUGGED|(?<!NOT_)STARTED)$)/
