import { STATE_RULES } from '../../../gateway/cli/process/state-rules.ts'
import { openDatabase } from '../../../services/kernel/database/database.ts'
import { silentLog } from '../../../services/kernel/logging/log.ts'
import { INSTALLATION_ID } from '../../../services/kernel/values/ids.ts'
import type { LogProblem } from '../../../services/ledger/domain/log/log-problem.ts'
import { verifyLog } from '../../../services/ledger/log/verify.ts'
import { sql } from '../../harness/database.ts'

/**
 * Verifies the log of an organization and the installation's own log. Returns the problems in both.
 *
 * @param outside checkpoints that were kept elsewhere
 */
export async function problemsOf(
  databaseUrl: string,
  organizationId: string,
  outside: string[] = [],
): Promise<LogProblem[]> {
  const db = await openDatabase({ url: databaseUrl, service: 'ledger', entities: [], log: silentLog })
  try {
    const keys = await sql<{ public_key: Buffer }>(databaseUrl, 'select public_key from ledger.signing_keys')
    const found: LogProblem[] = []
    for (const id of [organizationId, INSTALLATION_ID]) {
      const { problems, typesNotChecked } = await verifyLog(db, {
        organizationId: id,
        rules: STATE_RULES,
        outside: outside
          .filter((note) => note.startsWith(`attestry/${id}\n`))
          .map((note) => ({ note, given: true })),
        publicKeys: keys.map(({ public_key }) => public_key),
        signal: new AbortController().signal,
        mostListed: 10_000,
      })
      found.push(...problems.list)
      if (typesNotChecked.length > 0) throw new Error(`not checked: ${typesNotChecked}`)
    }
    return found
  } finally {
    await db.close()
  }
}
