import { expect, test } from 'vitest'
import { recognisedBy } from '../../services/ingestion/domain/webhook/formats/vendor-siem/matching/recognised-by.ts'

const INCIDENT = { id: '7', title: 'Something bad', severity: 'high', status: 'open' }

/** A product that claims such a body would give it the identity of its own alerts, so that two alerts became one. */
test.each([
  { type: 'alert', ...INCIDENT },
  { _id: '7', type: 'case', title: 'Something bad' },
  { event: 'incident.created', incident: INCIDENT },
  { type: 'incident.created', data: { incident: INCIDENT } },
  { event_type: 'incident.triggered', agent: {}, data: INCIDENT },
  { event: { event_type: 'incident.created', data: INCIDENT } },
  { action: 'create', alert: { alert_id: '7', message: 'Something bad' } },
  { data: { alert_id: '7', rule_id: '1', rule_name: 'Something bad' } },
  {
    alert: { id: '7', rule: { name: 'Something bad', severity: { name: 'high' } }, status: { name: 'open' } },
  },
  { alert: { name: 'Something bad', severity: 'high' }, event: { id: '7', url: '/' }, entities: [] },
])('%j could come from any product, and is not recognized as a known one', (body) => {
  expect(recognisedBy(body)).toBeUndefined()
})
