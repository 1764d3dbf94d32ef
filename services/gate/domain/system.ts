import { create } from '@bufbuild/protobuf'
import { type System, SystemSchema } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { KIND_PATTERN, LIMITS } from '../../kernel/values/limits.ts'
import { isoTime, timestamp } from '../../kernel/values/time.ts'

/** The current version of an AI system. */
export type SystemState = {
  orgId: string
  id: string
  name: string
  /** Sorted, without duplicates. */
  attestationRoles: string[]
  /** The name of the suite that the gate looks at. */
  gateSuite?: string | null
  version: number
  createdAt: Date
}

/** @throws DomainError VALIDATION */
export function checkSystem(it: Pick<SystemState, 'name' | 'attestationRoles' | 'gateSuite'>): void {
  new Checks()
    .text('name', it.name, LIMITS.title, 1)
    .text('gate_suite', it.gateSuite ?? '', LIMITS.title)
    .that(it.attestationRoles.length <= 50, 'attestation_roles', 'must have at most 50 entries')
    .that(
      it.attestationRoles.every((role) => KIND_PATTERN.test(role)),
      'attestation_roles',
      `must each match ${KIND_PATTERN.source}`,
    )
    .done()
}

/** Texts in the order of their UTF-16 code units, each once. */
export function asSet(texts: string[]): string[] {
  return [...new Set(texts)].sort()
}

export function systemMessage(it: SystemState): System {
  const { id, name, attestationRoles, gateSuite, version } = it
  return create(SystemSchema, {
    ...{ id, name, attestationRoles, version },
    ...(gateSuite == null ? {} : { gateSuite }),
    createdAt: timestamp(it.createdAt),
  })
}

/** The record of a system's version. */
export function systemRecord(it: SystemState): string {
  return canonicalJson({
    organization_id: it.orgId,
    id: it.id,
    version: it.version,
    name: it.name,
    attestation_roles: it.attestationRoles,
    gate_suite: it.gateSuite ?? null,
    created_at: isoTime(it.createdAt),
  })
}
