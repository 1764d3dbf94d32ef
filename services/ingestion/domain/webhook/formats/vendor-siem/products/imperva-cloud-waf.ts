import { hashOf, hashOfSubject } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

const TYPE = 'event_metadata.event_type'

/** A notification of Imperva Cloud WAF (formerly Incapsula), as its webhook sends it. Most of them are announcements. */
export const impervaCloudWaf: Product = {
  id: 'imperva_cloud_waf',
  name: 'Imperva Cloud WAF',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-imperva.md',
  forms: [[has(TYPE), has('event_metadata.webhook_id'), has('event_title')]],
  title: ['event_title'],
  description: ['event_details.event_body', 'extended_parameters.attack_report_link'],
  // It sends no severity. Attacks and lost connections affect traffic at once.
  severity: [
    codes(TYPE, {
      ...({ WebsiteDdosStart: 'critical', IpRangeDdosStart: 'critical', BgpDown: 'critical' } as const),
      PerformanceDegraded: 'high',
    }),
  ],
  time: ['event_metadata.event_date'],
  systems: ['extended_parameters.range', 'extended_parameters.connection_name', 'event_metadata.asset_id'],
  identity: {
    of: hashOf(
      ...[TYPE, 'event_metadata.account_id', 'event_metadata.asset_id', 'event_metadata.event_date'],
      ...['extended_parameters.range', 'extended_parameters.connection_name', 'event_title'],
    ),
    closes: hashOfSubject(
      ...(['event_metadata.account_id', 'event_metadata.main_category', 'event_metadata.asset_id'] as const),
      ...['extended_parameters.range', 'extended_parameters.connection_name'],
    ),
    why: 'An alert has no id. Identity: kind, account, what it is about and the time. The end of an attack finds its alert by account, category and what was attacked.',
  },
  state: [
    when(TYPE, ['WebsiteDdosStop', 'IpRangeDdosStop', 'BgpUp', 'PerformanceRestored'], 'resolved'),
    when(TYPE, ['HelloWorldTest', 'AddSite', 'OverageExpected', 'SecurityPolicyChanged'], 'informational'),
  ],
}
