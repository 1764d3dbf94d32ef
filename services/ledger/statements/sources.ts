import type { NodeReader } from '../domain/log/proof.ts'
import { addressRule } from '../outbound/addresses.ts'
import type { Source } from './collector.ts'
import type { StatementConfig } from './config.ts'
import { authoritySource } from './time-stamps/source.ts'
import { witnessSource } from './witnesses/source.ts'

/** The witnesses and time-stamp authorities that the operator has named. */
export function sourcesOf(
  { witnesses, authorities, allowed }: StatementConfig,
  nodes: (organizationId: string) => NodeReader,
): Source[] {
  const rule = addressRule(allowed)
  return [
    ...witnesses.map((target) => witnessSource(target, rule, nodes)),
    ...authorities.map((target) => authoritySource(target, rule)),
  ]
}
