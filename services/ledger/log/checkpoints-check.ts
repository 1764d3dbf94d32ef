import { kidOf } from '../../kernel/crypto/ecdsa.ts'
import { logOrigin } from '../../kernel/tlog/log-origin.ts'
import { CheckpointError, type CheckpointKeys, verifyCheckpoint } from '../domain/log/checkpoint.ts'
import type { KnownCheckpoint } from '../domain/log/log-check.ts'
import type { Problems } from '../domain/log/log-problem.ts'
import type { KeptCheckpoint } from '../store/log/snapshot.ts'
import type { Pause } from './compare-columns.ts'

/** Reads the checkpoints of one log, inside the database and outside it: those whose signature is valid are compared. */
export class Checkpoints {
  readonly known: KnownCheckpoint[] = []
  insideCount = 0
  outsideCount = 0
  /** How many of the checkpoints from outside came with the request. */
  givenCount = 0
  readonly #organizationId: string
  readonly #keys: CheckpointKeys
  readonly #problems: Problems
  readonly #outside = new Map<string, KnownCheckpoint>()

  constructor(organizationId: string, keys: CheckpointKeys, problems: Problems) {
    this.#organizationId = organizationId
    this.#keys = keys
    this.#problems = problems
  }

  /** Reads signed notes from outside the database. @throws what `pause` throws */
  async readOutside(notes: OutsideNotes, pause: Pause): Promise<void> {
    for await (const { note, given } of notes) {
      await pause()
      const read = this.#read(note, 'outside the database')
      if (read === undefined) continue
      this.#outside.set(note, read)
      this.outsideCount += 1
      if (given) this.givenCount += 1
    }
  }

  /** Says that a note is in the database. Its row is not compared. */
  noteStored(note: string): void {
    this.#outside.delete(note)
  }

  /** The columns of a row MUST agree with its note. */
  addStored({ note, size, root, kid }: KeptCheckpoint): void {
    const read = this.#read(note, 'in the database')
    this.#outside.delete(note)
    if (read === undefined) return
    this.insideCount += 1
    const columns = { size: read.size === size, root: read.root.equals(root), kid: read.kid === kid }
    for (const [field, agrees] of Object.entries(columns)) {
      if (agrees) continue
      const row = `size=${size} kid=${kid}`
      const message = `ledger.checkpoints ${row}: ${field} is not what the note says`
      this.#problems.add({ code: 'checkpoint_misfiled', message, table: 'ledger.checkpoints', row, field })
    }
  }

  /** After the log was read: a checkpoint outside the database that agrees with the log was stored in the database first. */
  end(): void {
    for (const { size, agrees } of this.#outside.values()) {
      if (agrees !== true) continue
      const message = `a checkpoint of size ${size} kept outside the database is not in it`
      this.#problems.add({
        code: 'checkpoint_missing',
        message,
        table: 'ledger.checkpoints',
        row: `size=${size}`,
      })
    }
  }

  #read(note: string, kept: KnownCheckpoint['kept']): (KnownCheckpoint & { kid: string }) | undefined {
    const read = checkpointOf(note, this.#organizationId, this.#keys)
    if (typeof read === 'string') {
      this.#problems.add({ code: 'checkpoint_unverified', message: `a checkpoint kept ${kept}: ${read}` })
      return undefined
    }
    const known = { ...read, kept }
    this.known.push(known)
    return known
  }
}

/** The checkpoint of a note whose signature is valid; otherwise the reason why the note proves nothing. */
function checkpointOf(
  note: string,
  organizationId: string,
  keys: CheckpointKeys,
): { size: number; root: Buffer; kid: string } | string {
  try {
    const { origin, size, root, publicKey } = verifyCheckpoint(note, keys)
    if (origin !== logOrigin(organizationId)) return `it is of ${origin}`
    return size === 0 ? 'it covers nothing' : { size, root: Buffer.from(root), kid: kidOf(publicKey) }
  } catch (error) {
    if (error instanceof CheckpointError) return error.message
    throw error
  }
}

/** Signed notes from outside the database. `given`: the note came with the request. */
export type OutsideNotes = AsyncIterable<OutsideNote> | Iterable<OutsideNote>
export type OutsideNote = { note: string; given: boolean }
