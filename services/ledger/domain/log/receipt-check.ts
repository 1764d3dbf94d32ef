import { leafHash, treeHash } from '../../../kernel/crypto/merkle.ts'
import type { Row } from '../../../kernel/state/rules.ts'
import type { CheckedEntry, EntryReceipt } from './log-check.ts'
import type { Problems } from './log-problem.ts'

/** A record as it is stored. `row`: the other columns of its table. */
export type StoredRecord = {
  entryId: string
  type: string
  position: number
  id: string
  record: string
  row: Row
}

/**
 * Splits entries, in their order, into portions whose records fit in memory: up to 512 records by their receipts, or those of a
 * single entry. The records of one call are bounded by the size of its body.
 */
export function* inPortions(entries: readonly CheckedEntry[]): Generator<CheckedEntry[]> {
  let portion: CheckedEntry[] = []
  let records = 0
  for (const entry of entries) {
    const written = entry.receipts.reduce((sum, { count }) => sum + count, 0)
    if (portion.length > 0 && records + written > PORTION) {
      yield portion
      portion = []
      records = 0
    }
    portion.push(entry)
    records += written
  }
  if (portion.length > 0) yield portion
}

const PORTION = 512

/**
 * Compares records with the receipts of the entries that wrote them, in both directions: no record is missing, changed, moved or
 * left over.
 *
 * @param records all records of these entries that can be read
 * @param readable whether the records of a type can be read; receipts of other types are skipped
 * @param pause yields to other work, because records are as large as request bodies
 * @returns how many receipts were compared
 */
export async function checkReceipts(
  entries: readonly CheckedEntry[],
  records: readonly StoredRecord[],
  readable: (type: string) => boolean,
  problems: Problems,
  pause: () => Promise<void> | undefined,
): Promise<number> {
  const written = Map.groupBy(records, ({ entryId, type }) => `${entryId} ${type}`)
  let compared = 0
  for (const { id: entryId, index, receipts } of entries) {
    for (const receipt of receipts) {
      if (!readable(receipt.type)) continue
      const wait = pause()
      if (wait !== undefined) await wait
      compared += 1
      const key = `${entryId} ${receipt.type}`
      const wrong = difference(receipt, written.get(key) ?? [])
      written.delete(key)
      if (wrong !== undefined) {
        const message = `the entry of leaf ${index} wrote ${receipt.count} ${receipt.type}: ${wrong}`
        problems.add({ code: 'receipt_differs', message, index, entryId })
      }
    }
  }
  const indices = new Map(entries.map(({ id, index }) => [id, index]))
  for (const [{ entryId, type, id }] of written.values() as Iterable<[StoredRecord]>) {
    const message = `${type} ${id} names an entry that has no receipt for it`
    const index = indices.get(entryId)
    problems.add({ code: 'record_unbound', message, entryId, ...(index === undefined ? {} : { index }) })
  }
  return compared
}

function difference(receipt: EntryReceipt, records: readonly StoredRecord[]): string | undefined {
  const inOrder = records.toSorted((a, b) => a.position - b.position)
  if (inOrder.length !== receipt.count) return `${inOrder.length} are there`
  if (inOrder.some(({ position }, i) => position !== i)) return 'their positions are not 0, 1, …'
  const root = treeHash(inOrder.map(({ record }) => leafHash(record))).toString('hex')
  if (root === receipt.root) return undefined
  return inOrder.length === 1 ? `${inOrder[0]!.id} was changed` : 'one of them was changed, or their order'
}
