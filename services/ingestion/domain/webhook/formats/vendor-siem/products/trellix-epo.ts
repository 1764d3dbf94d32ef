import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
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

/** A threat event of Trellix ePO, from its API or, on premises, by syslog (epo-text.ts) or as a row of a query. */
export const trellixEpo: Product = {
  id: 'trellix_epo',
  name: 'Trellix ePO',
  source:
    'elastic/integrations, packages/trellix_epo_cloud, data stream event; SEKOIA-IO/intake-formats, Trellix/trellix-epo/tests and Trellix/trellix-epo-on-prem/tests; splunk/splunk-connect-for-syslog, tests of McAfee Endpoint Security; rows of core.executeQuery: chronicle/content-hub, content/response_integrations/google/mc_afee_epo, and tests of public clients of it',
  forms: [
    [
      is('type', 'MVEvents'),
      has('attributes.threateventid'),
      has('attributes.threatcategory'),
      has('attributes.analyzerhostname'),
    ],
    [has('threateventid'), has('threatcategory'), has('analyzerhostname'), has('autoguid')],
    [has('epo.eventid'), has('epo.agentguid'), has('epo.threatcategory')],
    [has('EPOEvents.ThreatEventID'), hasOneOf('EPOEvents.ThreatCategory', 'EPOEvents.ThreatName')],
  ],
  title: [
    // An event without a threat has the name None or _.
    ...both('ThreatName').map((path) => ({ path, part: /^(?!None$|_$)(.+)$/ })),
    '{attributes.threatcategory} on {attributes.analyzerhostname}',
    '{threatcategory} on {analyzerhostname}',
    '{epo.threatcategory} on {epo.machinename}',
    '{EPOEvents.ThreatCategory} on {EPOEvents.AnalyzerHostName}',
  ],
  description: [
    '{attributes.threatactiontaken}: {attributes.targetfilename}',
    '{threatactiontaken}: {targetfilename}',
    '{epo.threatactiontaken}: {epo.targetfilename}',
    '{EPOEvents.ThreatActionTaken}: {EPOEvents.TargetFileName}',
    ...both('ThreatType'),
  ],
  severity: [...both('ThreatSeverity').map((path) => codes(path, SEVERITIES)), word('epo.threatseverity')],
  time: both('DetectedUTC', 'timestamp', 'ReceivedUTC', 'gmttime'),
  systems: [...both('TargetHostName', 'AnalyzerHostName'), 'epo.machinename'],
  identity: {
    of: (event) => (IS_XML.holds(event) ? ofXml(event) : IS_ROW.holds(event) ? ofRow(event) : ofId(event)),
    why: 'The id is unique: a UUID for each event. An event never changes. In XML from ePO on premises and in a row of a query it need not have an id: its content with its time is the identity.',
  },
  // Operational events: updates, scans, policies.
  state: [
    rule((alert) =>
      /^ops(?:\.|$)/.test(plainText(valueAt(alert, ...both('ThreatCategory')))) ? 'informational' : null,
    ),
  ],
}

const IS_XML = has('epo.eventid')
const IS_ROW = has('EPOEvents.ThreatEventID')
const ofId = id('id', ...both('AutoGUID'))
const ofXml = hashOf('epo')
const ofRow = hashOf('EPOEvents')

/**
 * Names of fields in rows of a query, in the API and in connectors, which pass on the event's attributes, and of its XML
 * (epo-text.ts).
 */
function both(...names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const field = name.toLowerCase()
    return [`attributes.${field}`, field, `epo.${field}`, `EPOEvents.${name}`]
  })
}
