import { id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, numeric } from '../recognition.ts'
import { when } from '../state.ts'

/** A detection of ESET Inspect (formerly Enterprise Inspector), as its API gives it and as its connector for Sentinel writes it. */
export const esetInspect: Product = {
  id: 'eset_inspect',
  name: 'ESET Inspect',
  source:
    'https://help.eset.com/ei_navigate/latest/en-US/api.html; Azure/Azure-Sentinel, Sample Data/Custom/ESETInspect_CL.csv',
  forms: [
    [
      ...[numeric('severityScore'), has('moduleName'), has('creationTime'), has('computerName')],
      hasOneOf('ruleName', 'threatName'),
    ],
    [is('Type', 'ESETInspect_CL'), has('computerName'), hasOneOf('ruleName', 'threatName', 'type')],
  ],
  title: ['ruleName', 'threatName'],
  titleStandIn: ['ESET Inspect: {moduleName} on {computerName}'],
  description: ['{moduleName}: {processCommandLine}', 'moduleName'],
  // From 40 on a detection is a warning, from 70 on a threat (ESET Inspect rules guide, "severity").
  severity: [scale('severityScore', { low: 0, medium: 40, high: 70 })],
  time: ['creationTime', 'TimeGenerated'],
  systems: ['computerName'],
  identity: {
    of: id('uuid', 'deepLink'),
    why: 'The id is unique: a UUID for each detection. The number is that of one server and is not read. Resolving a detection keeps the UUID.',
  },
  state: [when('resolved', [true], 'resolved')],
}
