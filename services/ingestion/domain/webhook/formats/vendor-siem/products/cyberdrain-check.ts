import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** What CyberDrain’s Check, an extension of browsers, found on a page: phishing for accounts of Microsoft 365, a rogue app, a look-alike domain. */
export const cyberDrainCheck: Product = {
  id: 'cyberdrain_check',
  name: 'CyberDrain Check',
  source: 'CyberDrain/Check, documentation of its generic webhook',
  forms: [[is('source', 'Check Extension'), has('type'), has('extensionVersion'), has('data')]],
  title: ['data.reason', 'data.ruleDescription', 'Report of a false positive: {data.reportedReason}'],
  titleStandIn: ['CyberDrain Check: {type}'],
  description: [
    '{data.testDomain} looks like {data.protectedDomain}, {data.action}',
    'data.url',
    'data.reportedUrl',
  ],
  severity: [word('data.severity')],
  time: ['timestamp'],
  systems: ['data.testDomain', 'data.context.domain'],
  identity: {
    of: hashOf(
      ...['type', 'timestamp', 'data.url', 'data.reportedUrl', 'data.rule', 'data.clientId'],
      ...['user.email', 'user.id'],
    ),
    why: 'An event has no id. Kind, page, rule, user and time (milliseconds) are one event’s, and it never changes.',
  },
  state: [when('type', ['validation_event', 'false_positive_report'], 'informational')],
}
