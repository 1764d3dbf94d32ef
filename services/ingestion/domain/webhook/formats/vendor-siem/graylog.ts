import { own } from '../../own.ts'
import { severityOfNumber } from '../../severity.ts'
import type { Product } from './product.ts'

/** What Graylog's HTTP notification sends for an event. */
export const graylog: Product = {
  id: 'graylog',
  name: 'Graylog',
  detect: (body) => own(body, 'event_definition_id') !== undefined && own(body, 'event', 'id') !== undefined,
  read: (body) => ({
    title: [{ field: 'event_definition_title', value: own(body, 'event_definition_title') }],
    description: [own(body, 'event', 'message')],
    severity: severityOfNumber(own(body, 'event', 'priority'), PRIORITIES) ?? 'unknown',
    sourceSystem: ['Graylog'],
    externalId: [own(body, 'event', 'id')],
    occurredAt: [own(body, 'event', 'timestamp')],
    affectedSystems: [own(body, 'event', 'source')],
  }),
}

const PRIORITIES = [
  { from: 1, severity: 'low' },
  { from: 2, severity: 'medium' },
  { from: 3, severity: 'high' },
  { from: 4, severity: 'critical' },
] as const
