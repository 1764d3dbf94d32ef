import { hashOf, id, idAt } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { when } from '../state.ts'

/** An incident of Thinkst Canary: its webhook, and the object of its API. It is not graded. */
export const thinkstCanary: Product = {
  id: 'thinkst_canary',
  name: 'Thinkst Canary',
  source:
    'panther-labs/panther-analysis, rules/thinkstcanary_rules; SEKOIA-IO/intake-formats, ThinkstCanary/thinkst-canary/tests; https://docs.canary.tools/incidents/queries.html; zulip/zulip, zerver/webhooks/thinkst/fixtures',
  forms: [
    [like('IncidentKey', /^incident:/, 'incident:…'), has('Description')],
    [is('AlertType', 'CanaryIncident', 'CanarytokenIncident'), has('IncidentHash'), has('Description')],
    [like('incident_id', /^incident:/, 'incident:…'), hasOneOf('description', 'summary')],
    [like('id', /^incident:/, 'incident:…'), has('description.logtype'), has('summary')],
  ],
  title: ['summary', 'Description'],
  description: ['Intro', 'Reminder', 'description'],
  severity: [],
  time: ['Timestamp', 'created', 'created_std', 'description.created'],
  systems: ['CanaryName', 'name', 'dst_host', 'description.name'],
  identity: {
    of: (alert) => (idAt(alert, KEYS) === null ? ofHash(alert) : id(...KEYS)(alert)),
    why: 'The id is unique: the key holds the kind, the node or token, the source and the second in which the incident began. Further events of the incident repeat it. Older webhooks have a hash instead; whether it is unique is not documented. Identity: hash, node or token, source and time (seconds).',
  },
  state: [
    when('Description', ['Dummy Incident'], 'informational'),
    when('acknowledged', ['True'], 'closed'),
    when('description.acknowledged', ['True'], 'closed'),
  ],
}

const KEYS = ['IncidentKey', 'incident_id', 'id']
const ofHash = hashOf('IncidentHash', 'CanaryID', 'Token', 'SourceIP', 'CanaryPort', 'Timestamp')
