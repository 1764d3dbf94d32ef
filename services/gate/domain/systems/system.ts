import { create } from '@bufbuild/protobuf'
import { type System, SystemSchema } from '../../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { timestamp } from '../../../kernel/values/time.ts'

/** The current version of an AI system. */
export type SystemState = {
  orgId: string
  id: string
  name: string
  /** Sorted, without duplicates. */
  attestationRoles: string[]
  /** The name of the suite by which the gate decides. */
  gateSuite?: string | null
  version: number
  createdAt: Date
}

/** Returns the texts in the order of their UTF-16 code units, each once. */
export function sortedSet(texts: string[]): string[] {
  return [...new Set(texts)].sort()
}

export function systemMessage(system: SystemState): System {
  const { id, name, attestationRoles, gateSuite, version } = system
  return create(SystemSchema, {
    id,
    name,
    attestationRoles,
    version,
    ...(gateSuite == null ? {} : { gateSuite }),
    createdAt: timestamp(system.createdAt),
  })
}

/** The record of a system's version, with the trigger that the change opened; null where it opened none. */
export function systemRecord(system: SystemState, openedTrigger: string | null): string {
  const opened = { opened_trigger: canonicalJson(openedTrigger) }
  return systemRecords.write(system.orgId, systemMessage(system), opened)
}

const systemRecords = recordCodec(SystemSchema, ['opened_trigger'])
