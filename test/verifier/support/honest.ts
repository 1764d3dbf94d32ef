import { readFileSync } from 'node:fs'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { decisionOf, inputsOf } from './inputs.ts'
import { TestLog, uuid } from './log.ts'

/** Returns a log with an event of every kind: single records, batches, versions, refusals, a gate decision. */
export function eventfulLog(): TestLog {
  const log = new TestLog()
  log.append('createOrganization', {
    organizations: [{ id: log.organizationId, name: 'Example AB', version: 1 }],
  })
  log.append('listIncidents')
  log.append('createIncident', { incidents: [incident('a', 1, 'open')] })
  log.append('receiveDelivery', {
    incidents: [incident('b', 1, 'open')],
    'webhook-deliveries': [{ id: uuid('delivery'), incident_id: uuid('b'), version: 1 }],
  })
  log.append('submitEvaluations', {
    evaluations: Array.from({ length: 7 }, (_, i) => ({
      id: uuid(`result ${i}`),
      metric_value: i / 8,
      text: '€ \u2028 ✓',
    })),
  })
  log.append('moveIncident', { incidents: [incident('a', 2, 'closed')] })
  appendDecision(log)
  log.append('createProfile', {
    'agent-profiles': [{ ai_system_id: uuid('system'), id: uuid('profile'), version: 1 }],
  })
  return log
}

/** Returns one version of an incident. */
export function incident(name: string, version: number, status: string): { [key: string]: JsonValue } {
  return { id: uuid(name), status, title: `Incident ${name}`, version }
}

/** Appends the records behind the snapshot of a shared vector, and its decision, in one entry. */
export function appendDecision(log: TestLog, vector?: string, id?: string): number {
  const { snapshot, expected } = read(vector)
  const inputs = inputsOf(log.organizationId, { ...snapshot, organization_id: log.organizationId })
  const written = { ...inputs.records, 'gate-decisions': [decisionOf(inputs.snapshot, expected, id)] }
  return log.append('queryGate', written)
}

/** Returns a decision record from a shared vector, without the records behind it. */
export function decision(organizationId: string, vector?: string): { [key: string]: JsonValue } {
  const { snapshot, expected } = read(vector)
  return decisionOf({ ...snapshot, organization_id: organizationId }, expected)
}

function read(vector = 'every-reason-with-suite') {
  return JSON.parse(readFileSync(new URL(`../../vectors/gate/${vector}.json`, import.meta.url), 'utf8'))
}
