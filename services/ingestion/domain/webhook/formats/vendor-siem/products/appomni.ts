import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** An alert of AppOmni. Severities go from 0 (most severe) to 4. */
export const appOmni: Product = {
  id: 'appomni',
  name: 'AppOmni',
  source: 'panther-labs/panther-analysis, rules/appomni_rules',
  forms: [
    [
      is('appomni.event.dataset', 'appomni_alert'),
      is('event.kind', 'alert'),
      ...[has('rule.name'), has('appomni.event.id')],
    ],
  ],
  title: ['message', 'rule.name'],
  description: ['rule.name'],
  severity: [
    codes('event.severity', { 0: 'critical', 1: 'high', 2: 'medium', 3: 'low', 4: 'informational' }),
  ],
  time: ['timestamp', 'event.created'],
  systems: ['related.services.type'],
  identity: {
    of: id('appomni.event.id'),
    why: 'The id is unique: a UUID that AppOmni makes for each alert.',
  },
}
