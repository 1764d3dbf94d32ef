import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** An issue of Aikido, as its API gives it. */
export const aikido: Product = {
  id: 'aikido',
  name: 'Aikido',
  source: 'port-labs/ocean, integrations/aikido, .port/examples',
  forms: [[has('attack_surface'), has('severity_score'), has('group_id'), has('first_detected_at')]],
  title: [
    '{cve_id} in {affected_package}',
    '{rule}: {affected_file}',
    'rule',
    '{type} in {code_repo_name}',
    '{type} in {container_repo_name}',
    '{type} of {cloud_name}',
    '{type} of {domain_name}',
  ],
  titleStandIn: ['Aikido issue: {type}'],
  description: ['affected_file'],
  severity: [word('severity')],
  time: ['first_detected_at'],
  systems: ['code_repo_name', 'container_repo_name', 'cloud_name', 'domain_name', 'virtual_machine_name'],
  identity: {
    of: idAnd('id', 'group_id', 'first_detected_at'),
    why: 'It is not documented whether the id is unique across workspaces. Identity: id, group and the time it was first found. A change of the status keeps them.',
  },
  state: [status('status')],
}
