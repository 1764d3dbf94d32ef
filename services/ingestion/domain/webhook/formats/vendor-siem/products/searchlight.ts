import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert or incident of Digital Shadows SearchLight (ReliaQuest). */
export const searchLight: Product = {
  id: 'searchlight',
  name: 'Digital Shadows SearchLight',
  source: 'SEKOIA-IO/intake-formats, Digital Shadows/digital_shadows_searchlight/tests',
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
  severity: [word('risk-assessment.risk-level', 'risk-level')],
  time: ['raised', 'updated'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each alert, and for each incident a number that all customers share. Updates repeat it.',
  },
}
