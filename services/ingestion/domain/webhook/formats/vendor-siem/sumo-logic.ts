import { valueAt } from '../../fields.ts'
import { hashOf } from './identity.ts'
import { codes } from './levels.ts'
import type { Product } from './product.ts'
import { has, hasOneOf } from './recognition.ts'
import { status } from './state.ts'

const TRIGGERS = {
  critical: 'critical',
  resolvedcritical: 'critical',
  warning: 'medium',
  resolvedwarning: 'medium',
} as const

/** A notification of a monitor of Sumo Logic: templates that name their fields as the variables are named. */
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
  time: ['triggerTimeEnd', 'triggerTimeStart', 'triggerTime'],
  identity: {
    of: (alert) => (hasTime(alert) ? ofFiring(alert) : null),
    closes: hashOf('id', 'name', 'alertName', 'monitorName', 'alertGroup'),
    why: 'Shared: the id is the monitor’s. Monitor, trigger, its times, values and the link to the alert are one firing’s; without a time or link nothing but the very delivery tells one from the next. The recovery finds it by the monitor.',
  },
  state: [status('triggerType')],
}

const TIMES = ['triggerTimeEnd', 'triggerTimeStart', 'triggerTime', 'triggerTimeRange', 'alertResponseUrl']
const hasTime = (alert: unknown): boolean => valueAt(alert, ...TIMES) !== undefined
const ofFiring = hashOf(
  ...['id', 'name', 'alertName', 'monitorName', 'alertGroup', 'triggerType', 'triggerValue', 'resultsJson'],
  ...TIMES,
)
