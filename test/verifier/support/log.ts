import { createHash } from 'node:crypto'
import { leafHash, treeHash } from '../../../services/kernel/crypto/merkle.ts'
import { canonicalJson, type JsonValue } from '../../../services/kernel/json/canonical-json.ts'

/** An organization's log in memory, with the records that its entries wrote. */
export class TestLog {
  readonly organizationId: string
  readonly entries: { text: string; receipts: { type: string; count: number; root: string }[] }[] = []
  /** By type, in order: the text, and the index of the entry that wrote it. */
  readonly records = new Map<string, { text: string; index: number }[]>()

  constructor(organizationId = uuid('organization')) {
    this.organizationId = organizationId
  }

  get leaves(): Buffer[] {
    return this.entries.map((entry) => leafHash(entry.text))
  }

  /** Appends an entry with the records that the call wrote, by type. */
  append(
    operation: string,
    written: { [type: string]: { [key: string]: JsonValue }[] } = {},
    how: EntryOptions = {},
  ): number {
    const index = this.entries.length
    const receipts = Object.entries(written).map(([type, records]) => {
      const texts = records.map((record) =>
        canonicalJson({ organization_id: this.organizationId, ...record }),
      )
      const list = this.records.get(type) ?? []
      this.records.set(type, list)
      for (const text of texts) list.push({ text, index })
      return { type, count: texts.length, root: treeHash(texts.map(leafHash)).toString('hex') }
    })
    this.entries.push({ text: this.entryText(index, operation, receipts, how), receipts })
    return index
  }

  private entryText(index: number, operation: string, receipts: JsonValue[], how: EntryOptions): string {
    return canonicalJson({
      actor: { id: null, kind: 'operator', name: 'ci — \u001b[31m€' },
      at: new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678) + index * 60_000).toISOString(),
      code: null,
      details: {},
      id: uuid(`entry ${index}`),
      operation,
      organization_id: this.organizationId,
      outcome: 'ok',
      receipts,
      request_id: uuid(`request ${index}`),
      v: 1,
      via: 'rest',
      ...how,
    })
  }
}

/** The ways in which an entry may differ from the default. */
export type EntryOptions = {
  /** Receipts of records that the log does not hold. */
  receipts?: JsonValue[]
  actor?: { id: string | null; kind: string; name: string | null }
  at?: string
  id?: string
  outcome?: string
  details?: { [key: string]: JsonValue }
}

/** Returns a UUID that depends only on the name. */
export function uuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
