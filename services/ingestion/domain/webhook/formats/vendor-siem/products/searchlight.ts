import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** The ends of its scale. */
const ENDS = { 'very-low': 'low', 'very-high': 'critical' } as const

/** An alert or incident of Digital Shadows SearchLight (ReliaQuest). */
export const searchLight: Product = {
  id: 'searchlight',
  name: 'Digital Shadows SearchLight',
  source:
    'SEKOIA-IO/intake-formats, Digital Shadows/digital_shadows_searchlight/tests; SEKOIA-IO/automation-library, DigitalShadows/tests/data.py',
  forms: [
    [
      has('classification'),
      hasOneOf('risk-assessment.risk-level', 'risk-level'),
      has('raised'),
      has('title'),
      has('id'),
    ],
  ],
  title: ['title'],
  description: ['description', 'impact-description'],
  severity: [
    word('risk-assessment.risk-level', 'risk-level'),
    codes('risk-assessment.risk-level', ENDS),
    codes('risk-level', ENDS),
  ],
  time: ['raised', 'updated'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each alert, and for each incident a number that all customers share. Updates repeat it.',
  },
  state: [when('state', ['rejected'], 'false_positive'), status('state')],
}
