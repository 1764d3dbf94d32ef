import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** A notification of a rule of SecurityScorecard about a company: a breach, new issues, a change of its score. */
export const securityScorecard: Product = {
  id: 'securityscorecard',
  name: 'SecurityScorecard',
  source: 'SEKOIA-IO/intake-formats, SecurityScorecard/vulnerability_assessment_scanner/tests',
  forms: [[has('trigger.type'), has('execution_id'), has('scorecard_id')]],
  title: ['{trigger.type}: {domain}', 'trigger.type'],
  description: ['trigger.breach.description', 'trigger.severity'],
  severity: [word('trigger.severity')],
  time: ['created_at'],
  systems: ['domain'],
  identity: { of: id('execution_id'), why: 'The id is unique: a UUID for each run of a rule.' },
}
