import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of GitLab: an event about an issue or a work item of that type. */
export const gitLabIncident: Product = {
  id: 'gitlab_incident',
  name: 'GitLab',
  source:
    'https://docs.gitlab.com/user/project/integrations/webhook_events/#issue-events and #work-item-events; severities: https://docs.gitlab.com/operations/incident_management/incidents/',
  forms: [
    [
      is('object_kind', 'issue', 'work_item', 'incident'),
      is('object_attributes.type', 'Incident'),
      has('object_attributes.title'),
      has('object_attributes.state'),
    ],
  ],
  title: ['object_attributes.title'],
  description: ['object_attributes.description'],
  severity: [word('object_attributes.severity')],
  time: ['object_attributes.created_at'],
  systems: ['project.path_with_namespace'],
  identity: {
    of: id('object_attributes.url', 'object_attributes.id'),
    why: 'The id is unique: the address of the incident holds host, project and number. Every event about the incident repeats it.',
  },
  state: [status('object_attributes.state')],
}
