import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const SEVERITY = word('data.severity')

/**
 * A detection of CyberDrain’s Check, a browser extension: phishing for Microsoft 365 accounts, a rogue app, a look-alike
 * domain.
 */
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
  severity: [SEVERITY],
  time: ['timestamp'],
  systems: ['data.testDomain', 'data.context.domain'],
  identity: {
    of: hashOf(
      ...['type', 'timestamp', 'data.url', 'data.reportedUrl', 'data.rule', 'data.clientId'],
      ...['user.email', 'user.id'],
    ),
    why: 'An alert has no id. Identity: kind, page, rule, user and time (milliseconds). An event never changes.',
  },
  state: [rule(ofEvent, 'type', 'data.severity')],
}

/** A page validated as genuine, or a report of a false positive, unless its severity is above low. */
function ofEvent(event: unknown): State | null {
  const isOther = /^(?:validation_event|false_positive_report)$/i.test(plainText(valueAt(event, 'type')))
  const level = SEVERITY(event)
  return isOther && (level === null || level === 'informational' || level === 'low') ? 'informational' : null
}
