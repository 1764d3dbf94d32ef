import { readFileSync } from 'node:fs'
import { canonicalJson, type JsonValue } from '../../../services/kernel/canonical-json.ts'
import { sha256Hex } from '../../../services/kernel/crypto/digest.ts'
import { TestLog, uuid } from './log.ts'

/** A log in which something of every kind happens: single records, batches, versions, refusals, a gate decision. */
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
  log.append('queryGate', { 'gate-decisions': [decision(log.organizationId)] })
  log.append('updateProfile', { 'agent-profiles': [{ id: uuid('profile'), version: 2 }] })
  return log
}

/** One version of an incident. */
export function incident(name: string, version: number, status: string): { [key: string]: JsonValue } {
  return { id: uuid(name), status, title: `Incident ${name}`, version }
}

/** A decision record, from a shared vector. */
export function decision(
  organizationId: string,
  vector = 'every-reason-with-suite',
): { [key: string]: JsonValue } {
  const path = new URL(`../../vectors/gate/${vector}.json`, import.meta.url)
  const { snapshot, expected } = JSON.parse(readFileSync(path, 'utf8'))
  const own = { ...snapshot, organization_id: organizationId }
  return {
    id: uuid('decision'),
    ...expected,
    ai_system_id: snapshot.ai_system.id,
    decided_at: '2026-02-03T04:05:06.789Z',
    payload_hash: sha256Hex(canonicalJson(own)),
    snapshot: own,
  }
}
