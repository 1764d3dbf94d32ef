import { hashOf, id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'

/** A match of Tanium Threat Response: its alert as Connect sends it, and the event of its detection engine. */
export const tanium: Product = {
  id: 'tanium',
  name: 'Tanium Threat Response',
  source:
    'elastic/integrations, packages/tanium, data stream threat_response; ExabeamLabs/new-scale-content-hub, parsers of Tanium Threat Response',
  forms: [
    [has('Alert Id'), has('Intel Name'), hasOneOf('Intel Id', 'Intel Type'), has('Computer Name')],
    [like('Event Name', /^detect\./, 'detect.…'), has('Event Id'), has('Computer Name'), has('Priority')],
  ],
  title: [
    '{Intel Name} on {Computer Name}',
    { path: 'Other Parameters', part: /(?:^|\|)name=([^|]{1,400})/ },
  ],
  titleStandIn: ['{Event Name} on {Computer Name}'],
  description: ['Intel Labels', 'Intel Type', 'Event Name'],
  // Severity is information for every event. Priority is that of the match.
  severity: [word('Priority')],
  time: ['Timestamp'],
  systems: ['Computer Name', 'Computer IP'],
  identity: {
    of: (alert) => (has('Alert Id').holds(alert) ? id('Alert Id')(alert) : ofEvent(alert)),
    why: 'The id is unique: a UUID for each alert. An event has a number in the form of a UUID. Identity of an event: number, name, computer and time. An event never changes.',
  },
}

const ofEvent = hashOf('Event Id', 'Event Name', 'Computer Name', 'Timestamp')
