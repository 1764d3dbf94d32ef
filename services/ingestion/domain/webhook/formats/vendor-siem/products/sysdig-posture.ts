import { hashOf, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A requirement of a policy of Sysdig's posture management with one of its controls. */
export const sysdigPosture: Product = {
  id: 'sysdig_posture',
  name: 'Sysdig Posture',
  source: 'elastic/integrations, packages/sysdig, data stream cspm',
  forms: [[has('requirementId'), has('policyName'), has('control.name'), has('pass'), has('zone.name')]],
  title: ['{name}: {control.name}', 'name'],
  description: ['description', '{policyName}: {control.description}'],
  severity: [word('severity', 'control.severity')],
  time: [],
  systems: ['zone.name'],
  identity: {
    of: hashOf(
      'policyId',
      'requirementId',
      'zone.id',
      'control.id',
      'control.lastUpdate',
      'pass',
      'control.pass',
    ),
    closes: hashOfShared('policyId', 'requirementId', 'zone.id', 'control.id'),
    why: 'A result has no id and no time. Identity: policy, requirement, zone, control and its version, and both results. Every scan repeats them. A requirement that fails has a row for each control, also for one that passes. A control or requirement that passes finds the failure by policy, requirement, zone and control.',
  },
  state: [when('pass', [true], 'passed'), when('control.pass', [true], 'passed')],
}
