import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** A threat that PromptGuard found in a prompt or an answer. It is not graded. */
export const promptGuard: Product = {
  id: 'promptguard',
  name: 'PromptGuard',
  source: 'https://promptguard.co/blog/webhook-alerting-setup',
  forms: [[is('event', 'threat_detected'), has('threat_type'), has('decision'), has('project')]],
  title: ['{threat_type} in {project}: {decision}', '{threat_type} in {project}'],
  description: ['reason', 'text'],
  severity: [],
  time: ['timestamp'],
  systems: ['project'],
  identity: {
    of: hashOf('threat_type', 'decision', 'confidence', 'reason', 'project', 'timestamp'),
    why: 'A threat has no id. Identity: project, what was found and the time (seconds).',
  },
}
