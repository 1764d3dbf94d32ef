import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A finding of Cymulate: a simulated attack that a control did not prevent. The scale of its risk is not documented. */
export const cymulate: Product = {
  id: 'cymulate',
  name: 'Cymulate',
  source: 'demisto/content, Packs/Cymulate/Integrations/Cymulate_v3/test_data/list_findings.json',
  forms: [[has('findingName'), has('assessmentID'), has('testCase'), has('status')]],
  title: ['{findingName}: {testCase}', 'findingName'],
  description: ['{assessmentName}: {status}', 'resource'],
  severity: [],
  time: ['date'],
  systems: ['asset', 'affectedAsset'],
  identity: {
    of: id('_id'),
    why: 'The id is unique: that of the document. The next assessment gives the same finding another id.',
  },
  state: [when('status', ['Prevented', 'Detected'], 'passed')],
}
