import { isObject } from '../../../../../../kernel/json/is-object.ts'
import type { Form, Product } from '../product.ts'
import { PRODUCTS } from '../products/index.ts'
import { compare, has, hasOneOf, is, lacks, like, object } from '../recognition.ts'

/**
 * Returns the product whose marks a body, or an object in it, has, although most of the product's fields are missing; and the
 * missing fields. This only helps the person who set up the sender: the body is not accepted as an alert of that product.
 */
export function marked(body: unknown): { product: Product; missing: string[] } | undefined {
  for (const part of partsOf(body)) {
    const mark = MARKS.find(({ forms }) => forms.some((form) => form.every(({ holds }) => holds(part))))
    const product = PRODUCTS.find(({ id }) => id === mark?.product)
    const missing = product && (mark?.missing ?? leastMissing(product, part))
    if (product !== undefined && missing !== undefined && missing.length > 0) return { product, missing }
  }
  return undefined
}

function leastMissing({ forms }: Product, part: unknown): string[] {
  const lacking = forms.map((form) => compare(form, part).missing)
  return lacking.reduce((least, one) => (one.length < least.length ? one : least))
}

/** Returns a body and the objects in it, breadth first; of a large body only the beginning. */
function partsOf(body: unknown): unknown[] {
  const parts: unknown[] = [body]
  for (const part of parts) {
    if (parts.length >= MAX_PARTS) break
    if (typeof part !== 'object' || part === null) continue
    parts.push(
      ...Object.values(part)
        .slice(0, MAX_PARTS)
        .filter((value) => isObject(value) || Array.isArray(value)),
    )
  }
  return parts.slice(0, MAX_PARTS)
}

/** `missing`: what a body with these marks lacks, if the product's forms describe only a part of such a body. */
const MARKS: readonly { product: string; forms: readonly Form[]; missing?: string[] }[] = [
  {
    product: 'wazuh_5',
    forms: [[object('wazuh'), has('event')], [object('wazuh.rule')], [object('wazuh.agent')]],
  },
  { product: 'wazuh_4', forms: [[has('agent.id'), hasOneOf('manager.name', 'decoder.name')]] },
  {
    product: 'elastic_security',
    forms: [
      [
        hasOneOf(
          'kibana.alert.uuid',
          'kibana.alert.rule.uuid',
          'kibana.alert.rule.name',
          'kibana.alert.severity',
        ),
      ],
    ],
  },
  {
    product: 'crowdstrike_event_stream',
    forms: [[has('metadata.eventType'), hasOneOf('metadata.offset', 'metadata.customerIDString')]],
  },
  {
    product: 'splunk_webhook',
    forms: [
      [hasOneOf('sid', 'result'), hasOneOf('results_link', 'search_name')],
      [has('sid'), has('owner'), has('app')],
      [has('result._raw')],
    ],
  },
  {
    product: 'splunk_notable',
    forms: [[is('index', 'notable')], [like('_bkt', /notable~/, 'of the index notable')]],
  },
  {
    product: 'microsoft_sentinel',
    forms: [
      [hasOneOf('properties.incidentNumber', 'properties.incidentUrl', 'properties.relatedAnalyticRuleIds')],
      [has('workspaceInfo.WorkspaceName'), has('workspaceId')],
    ],
  },
  {
    product: 'alertmanager',
    forms: [[hasOneOf('groupKey', 'groupLabels'), hasOneOf('receiver', 'commonLabels'), lacks('alerts')]],
    missing: ['alerts'],
  },
  {
    product: 'alertmanager',
    forms: [
      [has('labels.alertname')],
      [has('startsAt'), hasOneOf('generatorURL', 'annotations')],
      [has('annotations'), has('generatorURL')],
    ],
  },
  {
    product: 'azure_monitor',
    forms: [[is('schemaId', 'azureMonitorCommonAlertSchema')], [has('monitorCondition'), has('signalType')]],
  },
  { product: 'sentinelone_threat', forms: [[has('agentDetectionInfo'), has('agentRealtimeInfo')]] },
  { product: 'gcp_scc', forms: [[has('notificationConfigName')]] },
  {
    product: 'hackerone',
    forms: [
      [has('data.report'), has('data.activity')],
      [like('data.activity.type', /^activity-/, 'activity-…')],
    ],
  },
  { product: 'sentry', forms: [[has('installation.uuid'), hasOneOf('actor.type', 'data')]] },
  {
    product: 'incident_io',
    forms: [[like('event_type', /^public_(?:incident|alert)\./, 'public_incident.… or public_alert.…')]],
  },
  {
    product: 'azure_monitor_classic',
    forms: [
      [like('schemaId', /^Microsoft\.Insights\//i, 'Microsoft.Insights/…')],
      [has('data.context.portalLink')],
    ],
  },
  { product: 'tailscale', forms: [[has('tailnet'), hasOneOf('version', 'type')]] },
  { product: 'trend_deep_security', forms: [[hasOneOf('HostAgentGUID', 'ManagerNodeName')]] },
  { product: 'palo_alto_log', forms: [[has('DeviceSN'), hasOneOf('LogType', 'ThreatID')]] },
]
const MAX_PARTS = 200
