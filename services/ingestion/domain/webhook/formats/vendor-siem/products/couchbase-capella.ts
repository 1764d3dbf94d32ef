import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of Couchbase Capella. */
export const couchbaseCapella: Product = {
  id: 'couchbase_capella',
  name: 'Couchbase Capella',
  source:
    'https://docs.couchbase.com/cloud/clusters/webhook-reference.html; https://docs.couchbase.com/app-services/monitoring/webhook-reference.html',
  forms: [
    [has('details.kind'), has('details.severity'), has('tenant.id'), hasOneOf('resource.id', 'project.id')],
  ],
  title: ['{details.name}: {resource.name}', 'details.name', 'details.summary'],
  description: ['details.description', 'details.summary'],
  severity: [word('details.severity')],
  time: ['createdAt'],
  systems: ['resource.name'],
  identity: {
    of: hashOf('details.kind', 'tenant.id', 'project.id', 'resource.id', 'createdAt'),
    why: 'An alert has no id. Identity: kind, tenant, project, resource and time.',
  },
}
