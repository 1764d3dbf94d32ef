import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** A container of Splunk SOAR: an event or a case. */
export const splunkSoar: Product = {
  id: 'splunk_soar',
  name: 'Splunk SOAR',
  source:
    'https://docs.splunk.com/Documentation/SOAR/current/PlatformAPI/RESTContainers, its parameters; answers of GET /rest/container in the tests of public connectors',
  forms: [
    [
      has('source_data_identifier'),
      has('name'),
      has('severity'),
      hasOneOf('container_type', 'sensitivity', 'label'),
    ],
  ],
  title: ['name'],
  description: ['description'],
  severity: [word('severity')],
  time: ['start_time', 'create_time'],
  identity: {
    of: idAnd('source_data_identifier', 'label', 'id', 'create_time'),
    why: 'Shared by sources: the id is that of what the container was made of. Label, number and time are added; a change of its status keeps them.',
  },
  state: [status('status')],
}
