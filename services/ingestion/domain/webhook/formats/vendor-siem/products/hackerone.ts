import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A report of HackerOne: from its webhook, with the event, or from its API. */
export const hackerOne: Product = {
  id: 'hackerone',
  name: 'HackerOne',
  source:
    'https://docs.blinkops.com/docs/integrations/hackerone/triggers/hackerone-webhook-event; demisto/content, Packs/HackerOne/Integrations/HackerOne/README.md',
  forms: [
    [has('data.report.id'), has('data.report.attributes.title')],
    [is('type', 'report'), has('id'), has('attributes.title'), has('attributes.state')],
  ],
  title: ['data.report.attributes.title', 'attributes.title'],
  description: ['data.report.attributes.vulnerability_information', 'attributes.vulnerability_information'],
  severity: [
    word(
      'data.report.relationships.severity.data.attributes.rating',
      'relationships.severity.data.attributes.rating',
    ),
  ],
  time: [
    ...['data.report.attributes.submitted_at', 'data.report.attributes.created_at'],
    ...['attributes.submitted_at', 'attributes.created_at'],
  ],
  systems: [
    'data.report.relationships.structured_scope.data.attributes.asset_identifier',
    'relationships.structured_scope.data.attributes.asset_identifier',
  ],
  identity: {
    of: id('data.report.id', 'id'),
    why: 'The id is unique: the number of a report, counted across all customers. Every event about the report repeats it.',
  },
  state: ['data.report.attributes.state', 'attributes.state'].flatMap((path) => [
    when(path, ['resolved'], 'resolved'),
    when(path, ['not-applicable', 'spam'], 'false_positive'),
    when(path, ['duplicate', 'informative'], 'closed'),
  ]),
}
