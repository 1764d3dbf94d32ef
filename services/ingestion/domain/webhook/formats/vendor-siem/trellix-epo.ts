import { valueAt } from '../../fields.ts'
import { plainText } from '../../text.ts'
import { id } from './identity.ts'
import type { Product } from './product.ts'
import { has, is } from './recognition.ts'
import { rule } from './state.ts'

/** A threat event of Trellix ePO. Its severity is a number without published bands. */
export const trellixEpo: Product = {
  id: 'trellix_epo',
  name: 'Trellix ePO',
  source: 'elastic/integrations, packages/trellix_epo_cloud, data stream event',
  forms: [
    [
      is('type', 'MVEvents'),
      has('attributes.threateventid'),
      has('attributes.threatcategory'),
      has('attributes.analyzerhostname'),
    ],
  ],
  title: [
    // An event without a threat has the name None or _.
    { path: 'attributes.threatname', part: /^(?!None$|_$)(.+)$/ },
    '{attributes.threatcategory} on {attributes.analyzerhostname}',
  ],
  description: ['{attributes.threatactiontaken}: {attributes.targetfilename}', 'attributes.threattype'],
  severity: [],
  time: ['attributes.detectedutc', 'attributes.timestamp', 'attributes.receivedutc'],
  systems: ['attributes.targethostname', 'attributes.analyzerhostname'],
  identity: {
    of: id('id', 'attributes.autoguid'),
    why: 'Not shared: a UUID for each event, which never changes.',
  },
  // Events of operation: updates, scans, policies.
  state: [
    rule((alert) =>
      /^ops(?:\.|$)/.test(plainText(valueAt(alert, 'attributes.threatcategory'))) ? 'informational' : null,
    ),
  ],
}
