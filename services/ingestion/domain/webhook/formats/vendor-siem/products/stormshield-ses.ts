import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { when } from '../state.ts'

/** A log of Stormshield Endpoint Security Evolution. Alerts are those about which it makes an incident. */
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
    why: 'Not shared: a GUID for each event, which never changes.',
  },
  state: [when('GenerateIncident', [false], 'informational')],
}
