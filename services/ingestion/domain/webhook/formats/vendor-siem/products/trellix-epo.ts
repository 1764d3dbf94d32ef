import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule } from '../state.ts'

/**
 * From 0 (most severe) to 7 (chronicle/content-hub, content/response_integrations/google/mc_afee_epo/core/utils.py). A number
 * never makes an alert informational.
 */
const SEVERITIES = {
  0: 'critical',
  1: 'critical',
  2: 'critical',
  3: 'high',
  4: 'medium',
  5: 'low',
  6: 'low',
  7: 'low',
} as const

/** A threat event of Trellix ePO, from its API or, on premises, by syslog (epo-text.ts). */
export const trellixEpo: Product = {
  id: 'trellix_epo',
  name: 'Trellix ePO',
  source:
    'elastic/integrations, packages/trellix_epo_cloud, data stream event; SEKOIA-IO/intake-formats, Trellix/trellix-epo/tests and Trellix/trellix-epo-on-prem/tests; splunk/splunk-connect-for-syslog, tests of McAfee Endpoint Security',
  forms: [
    [
      is('type', 'MVEvents'),
      has('attributes.threateventid'),
      has('attributes.threatcategory'),
      has('attributes.analyzerhostname'),
    ],
    [has('threateventid'), has('threatcategory'), has('analyzerhostname'), has('autoguid')],
    [has('epo.eventid'), has('epo.agentguid'), has('epo.threatcategory')],
  ],
  title: [
    // An event without a threat has the name None or _.
    ...both('threatname').map((path) => ({ path, part: /^(?!None$|_$)(.+)$/ })),
    '{attributes.threatcategory} on {attributes.analyzerhostname}',
    '{threatcategory} on {analyzerhostname}',
    '{epo.threatcategory} on {epo.machinename}',
  ],
  description: [
    '{attributes.threatactiontaken}: {attributes.targetfilename}',
    '{threatactiontaken}: {targetfilename}',
    '{epo.threatactiontaken}: {epo.targetfilename}',
    ...both('threattype'),
  ],
  severity: [...both('threatseverity').map((path) => codes(path, SEVERITIES)), word('epo.threatseverity')],
  time: both('detectedutc', 'timestamp', 'receivedutc', 'gmttime'),
  systems: [...both('targethostname', 'analyzerhostname'), 'epo.machinename'],
  identity: {
    of: (event) => (ON_PREMISES.holds(event) ? ofXml(event) : ofId(event)),
    why: 'The id is unique: a UUID for each event. An event never changes. In XML from ePO on premises it has no id: its content with its time is the identity.',
  },
  // Operational events: updates, scans, policies.
  state: [
    rule((alert) =>
      /^ops(?:\.|$)/.test(plainText(valueAt(alert, ...both('threatcategory')))) ? 'informational' : null,
    ),
  ],
}

const ON_PREMISES = has('epo.eventid')
const ofId = id('id', ...both('autoguid'))
const ofXml = hashOf('epo')

/** Names of fields in the API and in connectors, which pass on the event's attributes, and of its XML (epo-text.ts). */
function both(...names: readonly string[]): string[] {
  return names.flatMap((name) => [`attributes.${name}`, name, `epo.${name}`])
}
