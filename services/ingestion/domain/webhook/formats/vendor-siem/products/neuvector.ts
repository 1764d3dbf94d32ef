import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'

/** A NeuVector event, from a response rule with a webhook of type JSON: a threat, violation, incident, audit or other event. */
export const neuVector: Product = {
  id: 'neuvector',
  name: 'NeuVector',
  source:
    'https://open-docs.neuvector.com/integration/integration#webhooks; neuvector/neuvector, controller/api/log_apis.go and controller/common/output.go',
  forms: [
    [
      ...[has('reported_timestamp'), has('reported_at'), has('cluster_name'), has('enforcer_id')],
      like('level', /^[a-z]+$/i, 'such as Warning'),
      hasOneOf('name', 'policy_action'),
    ],
  ],
  title: [
    ...['{name}: {client_workload_name} to {server_workload_name}', '{name} at {workload_name}'],
    ...['{name} in {registry_name} {repository}:{tag}', '{name} at {host_name}', 'name'],
    'Violation: {client_name} to {server_name}',
  ],
  titleStandIn: ['NeuVector: policy {policy_action}'],
  description: ['message', '{policy_action}: {client_ip} to {server_ip}'],
  severity: [word('severity', 'level')],
  time: ['reported_at', 'reported_timestamp'],
  systems: ['workload_name', 'server_workload_name', 'client_workload_name', 'server_name', 'host_name'],
  identity: {
    of: idAnd('id', 'cluster_name', 'reported_timestamp'),
    why: 'The id is unique: one for each threat, violation and incident. Identity: id, cluster and time. Audits and events have no id: the whole event is the identity, and it never changes.',
  },
}
