import type { Log } from '../../kernel/logging/log.ts'
import type { CheckpointStore, StoredCheckpoint } from '../store/log/checkpoints.ts'
import type { CheckpointFile } from './checkpoint-file.ts'
import { everyPage } from './every-page.ts'

/** Writes checkpoints to the file outside the database. If one cannot be written, that is logged, and a later call writes it. */
export class CheckpointFiling {
  readonly #checkpoints: Pick<CheckpointStore, 'newestSince'>
  readonly #file: CheckpointFile | undefined
  readonly #log: Log
  /** Checkpoints that were signed after this time may be missing in the file; undefined: none is missing. */
  #unfiledAfter: Date | undefined = BEGINNING

  constructor(deps: {
    checkpoints: Pick<CheckpointStore, 'newestSince'>
    file: CheckpointFile | undefined
    log: Log
  }) {
    this.#checkpoints = deps.checkpoints
    this.#file = deps.file
    this.#log = deps.log
  }

  async append(checkpoint: StoredCheckpoint): Promise<void> {
    await this.#file?.append(checkpoint).catch((err) => {
      const { note, signedAt } = checkpoint
      this.#unfiledAfter = earlier(this.#unfiledAfter, new Date(signedAt.getTime() - 1))
      this.#log.error({ err, checkpoint: note }, 'checkpoint not written to the file')
    })
  }

  /** Writes stored checkpoints that are missing in the file, because a process ended before it wrote them or the disk was full. */
  async appendMissing(): Promise<void> {
    if (this.#file === undefined || this.#unfiledAfter === undefined) return
    const after = this.#unfiledAfter
    this.#unfiledAfter = undefined
    try {
      const since = after === BEGINNING ? ((await this.#file.lastSignedAt()) ?? after) : after
      const missing = everyPage((id, limit) => this.#checkpoints.newestSince(since, id, limit))
      for await (const checkpoint of missing) await this.append(checkpoint)
    } catch (err) {
      this.#unfiledAfter = earlier(this.#unfiledAfter, after)
      this.#log.error({ err }, 'missing checkpoints were not written to the file')
    }
  }
}

function earlier(one: Date | undefined, other: Date): Date {
  return one === undefined || other < one ? other : one
}

const BEGINNING = new Date(0)
