import type { DefinitionDifference, Definitions } from '../../kernel/database/definitions/differences.ts'
import { PLAIN_INDEX } from '../../kernel/database/definitions/listing.ts'
import type { Problems } from '../domain/log/log-problem.ts'

/**
 * Compares the functions, triggers, views, rules, constraints, columns, indexes, policies, owners and rights of the database, and
 * the roles of the services, with what the migrations make. All of these belong to the installation, not to one organization.
 */
export async function verifyDefinitions(definitions: Definitions, problems: Problems): Promise<void> {
  const differences = await definitions.differences()
  if (differences === undefined)
    problems.add({
      code: 'definitions_unreadable',
      message: 'definitions are not compared: the database does not let its owner create schemas here',
    })
  for (const difference of differences ?? []) {
    const { kind, object, aspect, how, table, field } = difference
    if (aspect === PLAIN_INDEX && how === 'surplus') {
      problems.note(
        `${kind} ${object}: there; no migration makes it; an index of this form changes no result`,
      )
      continue
    }
    problems.add({
      code: `definition_${how}`,
      message: `${kind} ${object}: ${aspect}: ${SAYS[how]}`,
      ...(table === null ? {} : { table }),
      ...(field === null ? {} : { field }),
    })
  }
}

const SAYS: Record<DefinitionDifference['how'], string> = {
  differs: 'not what the migrations make',
  missing: 'not there; the migrations make it',
  surplus: 'there; no migration makes it',
}
