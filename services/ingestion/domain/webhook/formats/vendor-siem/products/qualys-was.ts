import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status, when } from '../state.ts'

/** 1 minimal to 5 urgent. A number never makes a vulnerability informational. */
const SEVERITIES = { 1: 'low', 2: 'low', 3: 'medium', 4: 'high', 5: 'critical' } as const

/** A finding of Qualys Web Application Scanning. */
export const qualysWas: Product = {
  id: 'qualys_was',
  name: 'Qualys WAS',
  source: 'elastic/integrations, packages/qualys_was, data stream vulnerability',
  forms: [[has('uniqueId'), has('qid'), has('findingType'), has('webApp.id'), has('name')]],
  title: ['{name}: {webApp.name}', 'name'],
  description: ['url', 'webApp.url'],
  severity: [codes('severity', SEVERITIES)],
  time: ['firstDetectedDate', 'lastDetectedDate'],
  systems: ['webApp.name', 'webApp.url'],
  identity: {
    of: id('uniqueId'),
    why: 'The id is unique: uniqueId is a UUID for each finding. A further scan that finds it, and its end, repeat it.',
  },
  state: [
    when('type', ['INFORMATION_GATHERED'], 'informational'),
    when('isIgnored', [true], 'suppressed'),
    status('status'),
  ],
}
