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
    why: 'The id is not unique: it is that of the source from which the container was made. Identity: id, label, number and the time of creation. A change of its status repeats them.',
  },
  state: [status('status')],
}
