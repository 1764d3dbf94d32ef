import { expect } from 'vitest'
import { leafHash } from '../../services/kernel/crypto/merkle.ts'
import {
  appendLeaves,
  EMPTY_TREE,
  encodeFrontier,
  type TreeNode,
} from '../../services/ledger/domain/log/tree.ts'
import { sql } from '../harness/database.ts'

/**
 * Acts as a superuser who changes an entry of a log, rebuilds its tree, and removes the old checkpoints with their statements.
 */
export async function rewriteEntry(
  url: string,
  organizationId: string,
  index: number,
  change = (entry: string): string => entry.replace('"outcome":"ok"', '"outcome":"failed"'),
): Promise<void> {
  const rows = await sql<{ id: string; entry: string }>(
    url,
    `select e.id, e.entry from ledger.leaves l join ledger.entries e on e.org_id = l.org_id and e.id = l.entry_id
     where l.org_id = $1 order by l.index`,
    [organizationId],
  )
  const entries = rows.map(({ entry }, i) => (i === index ? change(entry) : entry))
  expect(entries[index]).not.toBe(rows[index]!.entry)
  const nodes: TreeNode[] = []
  const tree = appendLeaves(
    EMPTY_TREE,
    entries.map((entry) => leafHash(entry)),
    (node) => {
      if (node.level % 8 === 0 && node.level > 0) nodes.push(node)
    },
  )
  const hex = (bytes: Uint8Array) => `'\\x${Buffer.from(bytes).toString('hex')}'`
  await sql(
    url,
    [
      "set session_replication_role = 'replica'",
      ...['entries', 'leaves', 'nodes', 'checkpoints', 'checkpoint_statements'].map(
        (table) => `alter table ledger.${table} disable trigger append_only`,
      ),
      `update ledger.entries set entry = $entry$${entries[index]}$entry$ where org_id = '${organizationId}' and id = '${rows[index]!.id}'`,
      `update ledger.leaves set hash = ${hex(leafHash(entries[index]!))} where org_id = '${organizationId}' and index = ${index}`,
      ...nodes.map(
        ({ level, index: at, hash }) =>
          `update ledger.nodes set hash = ${hex(hash)} where org_id = '${organizationId}' and level = ${level} and index = ${at}`,
      ),
      `update ledger.trees set frontier = ${hex(encodeFrontier(tree))} where org_id = '${organizationId}'`,
      `delete from ledger.checkpoints where org_id = '${organizationId}'`,
      `delete from ledger.checkpoint_statements where org_id = '${organizationId}'`,
    ].join('; '),
  )
}
