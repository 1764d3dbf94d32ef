import { create } from '@bufbuild/protobuf'
import { type System, SystemSchema } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { KIND_PATTERN, LIMITS } from '../../kernel/values/limits.ts'
import { timestamp } from '../../kernel/values/time.ts'

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
export function checkSystem(system: Pick<SystemState, 'name' | 'attestationRoles' | 'gateSuite'>): void {
  new Checks()
    .text('name', system.name, LIMITS.title, 1)
    .text('gate_suite', system.gateSuite ?? '', LIMITS.title)
    .that(system.attestationRoles.length <= 50, 'attestation_roles', 'must have at most 50 entries')
    .that(
      system.attestationRoles.every((role) => KIND_PATTERN.test(role)),
      'attestation_roles',
      `must each match ${KIND_PATTERN.source}`,
    )
    .done()
}

/** Texts in the order of their UTF-16 code units, each once. */
export function asSet(texts: string[]): string[] {
  return [...new Set(texts)].sort()
}

export function systemMessage(system: SystemState): System {
  const { id, name, attestationRoles, gateSuite, version } = system
  return create(SystemSchema, {
    ...{ id, name, attestationRoles, version },
    ...(gateSuite == null ? {} : { gateSuite }),
    createdAt: timestamp(system.createdAt),
  })
}

/** The record of a system's version. */
export function systemRecord(system: SystemState): string {
  return systemRecords.write(system.orgId, systemMessage(system))
}

const systemRecords = recordCodec(SystemSchema)
