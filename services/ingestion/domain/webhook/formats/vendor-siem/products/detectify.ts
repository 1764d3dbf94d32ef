import { hashOf } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'

/** A finding of Detectify, or of Ethiack, which sends the same body without a time. */
export const detectify: Product = {
  id: 'detectify',
  name: 'Detectify',
  source:
    'https://docs.detectify.com/integrations/other/webhooks; Ethiack: https://support.ethiack.com/knowledge/configuring-webhooks',
  forms: [
    [is('event_type', 'finding'), has('finding.title'), hasOneOf('finding.asset', 'finding.url')],
    [is('type', 'finding'), has('finding.title'), has('finding.severity'), has('finding.url')],
  ],
  title: ['{finding.title} on {finding.asset}', 'finding.title'],
  description: ['finding.description', 'finding.url'],
  severity: [word('finding.severity'), codes('finding.severity', { information: 'informational' })],
  sourceSystem: (alert) => (IS_ETHIACK.holds(alert) ? 'Ethiack' : undefined),
  time: ['timestamp'],
  systems: ['finding.asset'],
  identity: {
    of: hashOf(
      'finding.uuid',
      'finding.title',
      'finding.asset',
      'finding.url',
      'finding.parameter',
      'timestamp',
    ),
    why: 'An alert has no id. Identity: what was found, where and when. Ethiack sends no time. Identity of its finding: what was found and the address.',
  },
}

const IS_ETHIACK = is('type', 'finding')
