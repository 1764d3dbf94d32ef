import { id } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'

/** An event of Flare: a leak or a threat outside of an organization, as a row of its connector for Microsoft Sentinel. */
export const flare: Product = {
  id: 'flare',
  name: 'Flare',
  source:
    'Azure/Azure-Sentinel, Solutions/Flare/Data Connectors/FlareFireworkEventLogs_ccp/FlareFireworkEventLogs_Table.json',
  forms: [[is('EventVendor', 'Flare'), has('event_title'), has('event_type'), hasOneOf('uid', 'id')]],
  title: ['event_title'],
  description: ['alert_content', 'category_name', 'url'],
  severity: [word('EventSeverity'), scale('RiskScore', { low: 1, medium: 3, high: 4, critical: 5 })],
  time: ['timestamp', 'first_crawled_at', 'TimeGenerated'],
  systems: ['identifiers.name'],
  identity: {
    of: id('uid', 'EventOriginalUid', 'id'),
    why: "The id is unique: uid is the 'unique identifier' of the event. An event never changes.",
  },
}
