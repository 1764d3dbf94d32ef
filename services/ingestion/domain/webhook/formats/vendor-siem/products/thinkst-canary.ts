import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { when } from '../state.ts'

/** An incident of Thinkst Canary: its webhook, and the object of its API. It is not graded. */
export const thinkstCanary: Product = {
  id: 'thinkst_canary',
  name: 'Thinkst Canary',
  source:
    'panther-labs/panther-analysis, rules/thinkstcanary_rules; SEKOIA-IO/intake-formats, ThinkstCanary/thinkst-canary/tests; https://docs.canary.tools/incidents/queries.html',
  forms: [
    [like('IncidentKey', /^incident:/, 'incident:…'), has('Description')],
    [like('incident_id', /^incident:/, 'incident:…'), hasOneOf('description', 'summary')],
    [like('id', /^incident:/, 'incident:…'), has('description.logtype'), has('summary')],
  ],
  title: ['summary', 'Description'],
  description: ['Intro', 'Reminder', 'description'],
  severity: [],
  time: ['Timestamp', 'created', 'created_std', 'description.created'],
  systems: ['CanaryName', 'name', 'dst_host', 'description.name'],
  identity: {
    of: id('IncidentKey', 'incident_id', 'id'),
    why: 'The id is unique: the key holds the kind, the node or token, the source and the second in which the incident began. Further events of the incident repeat it.',
  },
  state: [when('acknowledged', ['True'], 'closed'), when('description.acknowledged', ['True'], 'closed')],
}
