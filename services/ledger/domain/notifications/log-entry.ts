/** An audit entry as the log has it, in the parts that events follow from. */
export type LogEntry = {
  id: string
  via: string
  operation: string
  outcome: string
  code: string | null
  actor: { kind: string; id: string | null; name: string | null }
  details: { [field: string]: unknown }
  receipts: { type: string }[]
}

/** A record that commits with an entry, parsed. */
// biome-ignore lint/suspicious/noExplicitAny: a record has the fields of its type.
export type LogRecord = { type: string; id: string; record: any }

/** The state that is kept between entries. Values are texts. */
export type Marks = {
  get(kind: MarkKind, subject: string): string | undefined
  set(kind: MarkKind, subject: string, value: string): void
  delete(kind: MarkKind, subject: string): void
}

export const MARK_KINDS = ['decision', 'certification', 'trigger', 'rejected'] as const
export type MarkKind = (typeof MARK_KINDS)[number]
