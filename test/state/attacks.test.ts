import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { appendEntries, checkpointOf } from '../log/support.ts'
import { CHANGES } from './support/attacks.ts'
import { type Change, fill } from './support/change.ts'
import { type CatalogueColumn, catalogue, names, writableClone } from './support/tampering.ts'
import { problemsOf } from './support/verification.ts'
import { type World, world } from './support/world.ts'

let scenario: World
let url: string
let organization: string
let other: string
let columns: CatalogueColumn[]
/** The checkpoints, as they were shipped to another place. */
let kept: string[]
beforeAll(async () => {
  scenario = await world()
  url = scenario.at.databaseUrl
  organization = scenario.organization.id
  other = (await scenario.at.another()).id
  // Enough for inner nodes.
  await appendEntries(url, organization, 300)
  await checkpointOf(scenario.at, organization)
  await scenario.at.stop()
  columns = await catalogue(url)
  kept = (await sql<{ note: string }>(url, 'select note from ledger.checkpoints')).map(({ note }) => note)
})
afterAll(() => scenario?.at.stop())

async function foundAfter(changes: Change[]) {
  const clone = await writableClone(url, columns)
  const statements = changes.flatMap(({ change }) => [change].flat())
  const text = [
    "set session_replication_role = 'replica'",
    ...statements.map((one) => fill(one, organization, other)),
  ]
  await sql(clone, text.join('; '))
  return problemsOf(clone, organization, kept)
}

/** Changes of different tables are made together; those of the log itself, which say nothing of a table, each by itself. */
function rounds(changes: readonly Change[]): Change[][] {
  const made: Change[][] = []
  for (const change of changes) {
    const free = change.alone
      ? undefined
      : made.find((round) => round.every(({ table, alone }) => !alone && table !== change.table))
    if (free === undefined) made.push([change])
    else free.push(change)
  }
  return made
}

test('the list has 79 changes, each with an existing table', () => {
  expect(CHANGES.length).toBe(79)
  expect(new Set(CHANGES.map(({ name }) => name)).size).toBe(79)
  const tables = new Set(columns.map(({ table }) => table))
  expect(CHANGES.filter(({ table }) => !tables.has(table))).toEqual([])
})

test('the verification finds each change with the code in the list', async () => {
  const missed: string[] = []
  for (const round of rounds(CHANGES)) {
    const problems = await foundAfter(round)
    for (const { name, table, alone, finds } of round) {
      const codes = problems.filter((one) => alone || names(one, table)).map(({ code }) => code)
      if (!codes.some((code) => code === finds))
        missed.push(
          `${name}: ${finds}; found: ${[...new Set(codes)]}; all: ${problems
            .slice(0, 30)
            .map(({ code, message }) => `${code} ${message}`.slice(0, 90))
            .join(' | ')}`,
        )
    }
  }
  expect(missed).toEqual([])
})
