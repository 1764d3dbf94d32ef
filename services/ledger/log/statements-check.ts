import { cosignedAt } from '../../kernel/tlog/cosignature.ts'
import { NoteError, parseNote, parseSignatureLine } from '../../kernel/tlog/signed-note.ts'
import { parseVerifierKey } from '../../kernel/tlog/verifier-key.ts'
import type { Problems } from '../domain/log/log-problem.ts'
import { tokenOf } from '../domain/time-stamps/stamp.ts'
import type { KeptStatement } from '../store/log/snapshot.ts'

export const STATEMENTS = 'ledger.checkpoint_statements'

/** A statement about a checkpoint MUST be a signature of the checkpoint that its row names. */
export function checkStatement(statement: KeptStatement, problems: Problems): void {
  if (isSigned(statement)) return
  const { size, kid, source } = statement
  const row = `size=${size} kid=${kid} source=${source}`
  const message = `${STATEMENTS} ${row}: no signature of its source on that checkpoint`
  problems.add({ code: 'statement_unverified', message, table: STATEMENTS, row, field: 'statement' })
}

function isSigned({ kind, source, statement, note }: KeptStatement): boolean {
  if (note === null) return false
  if (kind === 'timestamp') return tokenOf(statement, source, note) !== undefined
  try {
    const line = parseSignatureLine(statement)
    return (
      kind === 'cosignature' && cosignedAt(parseVerifierKey(source), parseNote(note).text, line) !== undefined
    )
  } catch (error) {
    if (error instanceof NoteError) return false
    throw error
  }
}
