import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, hashOfShared, idAt } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

const TRIGGERS = {
  critical: 'critical',
  resolvedcritical: 'critical',
  warning: 'medium',
  resolvedwarning: 'medium',
} as const

const TIMES = ['triggerTimeEnd', 'triggerTimeStart', 'triggerTime', 'triggerTimeRange', 'alertResponseUrl']

/** A notification of a monitor of Sumo Logic, from templates that name their fields like the variables. */
export const sumoLogic: Product = {
  id: 'sumo_logic',
  name: 'Sumo Logic',
  source:
    'https://help.sumologic.com/docs/alerts/monitors/alert-variables/; keephq/keep, keep/providers/sumologic_provider/connection_template.json',
  forms: [
    [
      has('triggerType'),
      hasOneOf('name', 'alertName', 'monitorName'),
      hasOneOf('alertResponseUrl', 'queryUrl', 'detectionMethod', 'triggerCondition'),
    ],
  ],
  title: ['name', 'alertName', 'monitorName'],
  description: ['description', 'triggerCondition', 'query'],
  severity: [codes('triggerType', TRIGGERS)],
  time: [
    'triggerTimeEnd',
    'triggerTimeStart',
    'triggerTime',
    ...TIMES.map((path) => (alert: unknown) => americanTime(valueAt(alert, path))),
  ],
  identity: {
    of: (alert) => (idAt(alert, TIMES) === null ? null : ofFiring(alert)),
    closes: hashOfShared('id', 'name', 'alertName', 'monitorName', 'alertGroup'),
    why: 'The id is not unique: it is that of the monitor. Identity: monitor, trigger, its times, its values and the link to the alert. Without a time or a link, only the very delivery identifies a firing. The recovery finds its alert by the monitor.',
  },
  state: [when('triggerType', ['ResolvedCritical', 'ResolvedWarning', 'ResolvedMissingData'], 'resolved')],
}

const ofFiring = hashOf(
  ...['id', 'name', 'alertName', 'monitorName', 'alertGroup', 'triggerType', 'triggerValue', 'resultsJson'],
  ...TIMES,
)

/** Reads `05/01/2024 02:06:46 PM CDT`, or the last time of a range. Zones are those of RFC 5322, 4.3. */
function americanTime(value: unknown): string | null {
  const parts = AMERICAN.exec(plainText(value).slice(-60))?.groups
  const offset = ZONES[parts?.zone ?? '']
  if (parts === undefined || offset === undefined) return null
  const hour = (Number(parts.hour) % 12) + (parts.half === 'PM' ? 12 : 0)
  return `${parts.year}-${parts.month}-${parts.day}T${String(hour).padStart(2, '0')}:${parts.minute}:${parts.second}${offset}`
}

const AMERICAN =
  /(?<month>[0-9]{2})\/(?<day>[0-9]{2})\/(?<year>[0-9]{4}) (?<hour>[0-9]{1,2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2}) (?<half>[AP]M) (?<zone>[A-Z]{2,3})$/
// biome-ignore format: a table
const ZONES: { [name: string]: string } = {
  UTC: 'Z', GMT: 'Z', UT: 'Z',
  EDT: '-04:00', EST: '-05:00', CDT: '-05:00', CST: '-06:00', MDT: '-06:00', MST: '-07:00', PDT: '-07:00', PST: '-08:00',
}
