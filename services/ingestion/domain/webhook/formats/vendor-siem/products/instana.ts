import { id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An event of IBM Instana: an issue or incident, or something monitored that came online, went offline or changed. */
export const instana: Product = {
  id: 'instana',
  name: 'IBM Instana',
  source:
    'https://www.ibm.com/docs/en/instana-observability/current?topic=alerting-webhooks; severities: Instana OpenAPI, "5 will generate a warning Issue, 10 a critical Issue"',
  forms: [
    [
      ...[has('issue.id'), has('issue.type'), has('issue.text'), numeric('issue.start')],
      hasOneOf('issue.entity', 'issue.entityLabel', 'issue.suggestion'),
    ],
    [has('issue.id'), is('issue.state', 'CLOSED'), numeric('issue.end')],
  ],
  title: ['issue.text', 'Event {issue.id} is {issue.state}'],
  description: ['issue.suggestion', 'issue.description', 'issue.link'],
  severity: [scale('issue.severity', { low: 1, medium: 5, critical: 10 })],
  time: ['issue.start', 'issue.end'],
  systems: ['issue.fqdn', 'issue.entityLabel'],
  identity: {
    of: id('issue.id'),
    why: 'The id is unique: a UUID, or a random text of that length, for each event. The end repeats it.',
  },
  state: [status('issue.state'), when('issue.type', ['presence', 'change'], 'informational')],
}
