import { valueAt, valuesAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/**
 * A log entry of Stormshield Endpoint Security Evolution. It is an alert if the product makes an incident of it, or if a
 * protection rule matched it and grades it as critical or above. A match of an analysis unit is an alert, too.
 */
export const stormshieldSes: Product = {
  id: 'stormshield_ses',
  name: 'Stormshield Endpoint Security',
  source:
    'https://documentation.stormshield.eu/SES/v2/en/Content/Administration_Guide/monitor_activity.htm; SEKOIA-IO/intake-formats, Stormshield/stormshield-endpoint-security/tests',
  forms: [[has('EventGuid'), has('TypeComputedMap'), numeric('Severity'), has('AttributesComputedBitMap')]],
  title: [
    '{TypeComputedMap} by {SpecificData.SourceProcess.ProcessImageName}',
    '{TypeComputedMap} on {AdditionalData.AgentName}',
    'TypeComputedMap',
  ],
  description: [
    'SpecificData.SourceProcess.ProcessCommandLine',
    'SpecificData.Path',
    'SpecificData.CreatedProcess.ProcessCommandLine',
  ],
  severity: [
    // The levels of syslog.
    codes('Severity', {
      ...({ 0: 'critical', 1: 'critical', 2: 'critical', 3: 'high', 4: 'medium' } as const),
      ...({ 5: 'informational', 6: 'informational', 7: 'informational' } as const),
    }),
  ],
  time: ['Timestamp'],
  systems: ['AdditionalData.AgentName', 'AdditionalData.AgentHostName'],
  identity: {
    of: id('EventGuid'),
    why: 'The id is unique: a GUID for each event. An event never changes.',
  },
  state: [rule(ofEvent, 'GenerateIncident')],
}

/**
 * Each rule sets whether an incident is made. The agent's own activity has no action of a rule, and can have any severity. What an
 * analysis found is an alert at any severity.
 */
function ofEvent(event: unknown): State | null {
  if (FOUND.test(plainText(valueAt(event, 'TypeComputedMap')))) return null
  if (plainText(valueAt(event, 'GenerateIncident')).toLowerCase() !== 'false') return null
  const isProtection = valuesAt(event, 'AttributesComputedBitMap', 20).includes('Protection')
  const isOfRule = valueAt(event, 'SpecificData.Action.Blocked') !== undefined
  const isGrave = /^[0-2]$/.test(plainText(valueAt(event, 'Severity')))
  return isProtection && isOfRule && isGrave ? null : 'informational'
}

/** A Yara rule or an indicator of compromise that an analysis unit found in a file, a process or elsewhere. */
const FOUND = /^AgentOperation(?:Yara\w*Match|IocAnalysis\w*Match|IocFileSearchByHash)/i
