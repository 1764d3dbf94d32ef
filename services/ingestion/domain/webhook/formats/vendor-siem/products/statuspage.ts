import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, type State, status, when } from '../state.ts'

/** Words of Instatus. */
const IMPACTS = {
  degradedperformance: 'low',
  minoroutage: 'low',
  partialoutage: 'high',
  majoroutage: 'critical',
} as const

/**
 * An incident, a maintenance or a component on a status page, such as that of a supplier of models.
 * The page is one of Atlassian Statuspage, or of Instatus, whose webhook has the same form.
 */
export const statuspage: Product = {
  id: 'statuspage',
  name: 'Statuspage',
  source:
    'https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/; zulip/zulip, zerver/webhooks/statuspage/fixtures',
  forms: [
    [
      has('page.id'),
      has('incident.id'),
      has('incident.name'),
      hasOneOf('incident.impact', 'incident.shortlink'),
    ],
    [has('page.id'), has('component_update.new_status'), has('component_update.component_id')],
    [has('page.id'), has('page.status_indicator'), has('maintenance.id'), has('maintenance.name')],
  ],
  title: ['incident.name', 'maintenance.name', '{component.name}: {component_update.new_status}'],
  titleStandIn: ['Component {component_update.component_id}: {component_update.new_status}'],
  description: ['incident.incident_updates.body', 'page.status_description'],
  severity: [
    word('incident.impact'),
    codes('incident.impact', IMPACTS),
    // Graded like an incident with such components: minor, major, critical.
    codes('component_update.new_status', {
      degraded_performance: 'low',
      partial_outage: 'high',
      major_outage: 'critical',
      ...IMPACTS,
    }),
  ],
  time: [
    ...['incident.created_at', 'incident.updated_at', 'component_update.created_at'],
    'maintenance.created_at',
  ],
  systems: ['incident.components.name', 'component.name'],
  identity: {
    of: id('incident.id', 'component_update.id', 'maintenance.id'),
    closes: (alert) => {
      const component = plainText(valueAt(alert, 'component_update.component_id'))
      return component === '' ? null : `component ${component}`
    },
    why: 'The id is unique: one for each incident. Every update of the incident repeats it. Each change of a component has an id of its own. The return to operation finds its alert by the component.',
  },
  state: [
    when('component_update.new_status', ['operational'], 'resolved'),
    when('component_update.new_status', ['under_maintenance', 'undermaintenance'], 'informational'),
    rule(ofMaintenance),
    when('incident.status', ['postmortem'], 'resolved'),
    when('incident.status', ['scheduled', 'in_progress', 'verifying'], 'informational'),
    status('incident.status'),
  ],
}

function ofMaintenance(update: unknown): State | null {
  return valueAt(update, 'maintenance.id') === undefined ? null : 'informational'
}
