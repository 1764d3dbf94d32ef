import { isUuid } from '../../kernel/values/ids.ts'
import { DRIFT } from '../domain/evaluation.ts'
import type { Lookup, Naming, Tie } from '../domain/tie.ts'

/** The names and ids in a result, with its organization. */
type NamingOf = Naming & { organizationId: string }

/** The columns of namingRows, for json_to_recordset. */
const NAMING = `(n int, org_id uuid, system_id uuid, system_name text, eval_suite text, eval_suite_id uuid, drift boolean,
  expected_system_id uuid, expected_suite_id uuid, expected_gate_suite_id uuid)`

const SUITE = 'select v.suite_id, v.version, v.ai_system_id, v.thresholds from gate.suites_v1 v'

/**
 * Looks up the names in `named`: the system by id and by name; its suite by a version's id, else by name in its current version;
 * for a drift result also the current version of the system's gate suite.
 * Every part seeks on the key of a view.
 */
const JOINS = `
  left join lateral (
    select v.ai_system_id, v.name, v.gate_suite from gate.systems_v1 v
    where v.org_id = named.org_id and v.ai_system_id = named.system_id) by_id on true
  left join lateral (
    select v.ai_system_id, v.name, v.gate_suite from gate.systems_v1 v
    where v.org_id = named.org_id and v.name = named.system_name) by_name on true
  left join lateral (
    (${SUITE} where v.org_id = named.org_id and v.suite_id = named.eval_suite_id)
    union all
    (${SUITE}
      where v.org_id = named.org_id and v.ai_system_id = coalesce(by_id.ai_system_id, by_name.ai_system_id)
        and v.name = named.eval_suite and v.is_current)
    limit 1) suite on true
  left join lateral (
    ${SUITE}
    where named.drift and v.org_id = named.org_id
      and v.ai_system_id = coalesce(by_id.ai_system_id, by_name.ai_system_id)
      and v.name = coalesce(by_id.gate_suite, by_name.gate_suite) and v.is_current
    limit 1) gate_suite on true`

/** Looks names up; $1 is the result of namingRows. Returns one row for each naming, in order. */
export const LOOKUP_SQL = `
  select by_id.ai_system_id as id, by_id.name as id_name, by_name.ai_system_id as name_id, by_name.name,
    suite.suite_id, suite.version, suite.ai_system_id as suite_system_id, suite.thresholds,
    gate_suite.suite_id as gate_suite_id, gate_suite.version as gate_suite_version,
    gate_suite.thresholds as gate_thresholds,
    suite.suite_id is null and exists (
      select from gate.suites_v1 v where v.org_id = named.org_id and v.name = named.eval_suite) as elsewhere
  from json_to_recordset($1::json) as named ${NAMING} ${JOINS}
  order by named.n`

/** Counts the results whose names no longer mean the same system or suite version; `$first` is the result of namingRows. */
export function staleTiesSql(first: number): string {
  return `(
    select count(*) from json_to_recordset($${first}::json) as named ${NAMING} ${JOINS}
    where (coalesce(by_id.ai_system_id, by_name.ai_system_id), suite.suite_id, gate_suite.suite_id)
      is distinct from (named.expected_system_id, named.expected_suite_id, named.expected_gate_suite_id))`
}

/** Returns the parameter of both statements: namings, each once, with the system and suites that they are expected to mean. */
export function namingRows(namings: (NamingOf & { tie?: Tie })[]): string {
  const distinct = new Map(namings.map((naming) => [keyOf(naming), naming]))
  return JSON.stringify(
    [...distinct.values()].map((naming, n) => ({
      n,
      org_id: naming.organizationId,
      system_id: naming.systemId ?? null,
      system_name: naming.systemName ?? null,
      eval_suite: naming.evalSuite,
      eval_suite_id: naming.evalSuite !== null && isUuid(naming.evalSuite) ? naming.evalSuite : null,
      expected_system_id: naming.tie?.systemId ?? null,
      drift: naming.evalType === DRIFT,
      expected_suite_id: naming.tie?.suite?.id ?? null,
      expected_gate_suite_id: naming.tie?.gateSuite?.id ?? null,
    })),
  )
}

/** Returns a key that is equal for namings with the same meaning. */
export function keyOf({ organizationId, systemId, systemName, evalSuite, evalType }: NamingOf): string {
  return JSON.stringify([organizationId, systemId, systemName, evalSuite, evalType === DRIFT])
}

export type LookupRow = {
  id: string | null
  id_name: string
  name_id: string | null
  name: string
  suite_id: string | null
  version: number
  suite_system_id: string
  thresholds: NonNullable<Lookup['suite']>['thresholds']
  gate_suite_id: string | null
  gate_suite_version: number
  gate_thresholds: NonNullable<Lookup['gateSuite']>['thresholds']
  elsewhere: boolean
}

export function lookupOf(row: LookupRow): Lookup {
  return {
    byId: row.id === null ? null : { id: row.id, name: row.id_name },
    byName: row.name_id === null ? null : { id: row.name_id, name: row.name },
    suite:
      row.suite_id === null
        ? null
        : {
            id: row.suite_id,
            version: row.version,
            systemId: row.suite_system_id,
            thresholds: row.thresholds,
          },
    suiteElsewhere: row.elsewhere,
    gateSuite:
      row.gate_suite_id === null
        ? null
        : { id: row.gate_suite_id, version: row.gate_suite_version, thresholds: row.gate_thresholds },
  }
}
