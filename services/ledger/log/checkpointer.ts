import type { Clock } from '../../kernel/clock.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { Log } from '../../kernel/logging/log.ts'
import { logOrigin } from '../../kernel/tlog/log-origin.ts'
import { checkpointBody, signedCheckpoint } from '../domain/log/checkpoint.ts'
import type { NodeReader } from '../domain/log/proof.ts'
import type { SigningKeyState } from '../domain/log/signing-key.ts'
import { treeRoot } from '../domain/log/tree.ts'
import type { CheckpointStore, StoredCheckpoint } from '../store/log/checkpoints.ts'
import type { TreeHead, TreeHeads } from '../store/log/tree-heads.ts'
import type { CheckpointFile } from './checkpoint-file.ts'
import { CheckpointFiling } from './checkpoint-filing.ts'
import { everyPage } from './every-page.ts'
import { FiledLogs } from './filed-logs.ts'
import type { SigningKeys } from './signing-keys.ts'

type Dependencies = {
  trees: Pick<TreeHeads, 'tree' | 'sizes' | 'grown'>
  checkpoints: Pick<CheckpointStore, 'keep' | 'find' | 'rootsAt' | 'newestSince'>
  signingKeys: Pick<SigningKeys, 'current' | 'sign'>
  file: CheckpointFile | undefined
  clock: Clock
  nodes: (organizationId: string) => NodeReader
  log: Log
}

/** Makes signed checkpoints and writes them outside the database. */
export class Checkpointer {
  readonly #deps: Dependencies
  readonly #filing: CheckpointFiling
  readonly #filed: FiledLogs

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#filing = new CheckpointFiling(deps)
    this.#filed = new FiledLogs(deps)
  }

  /**
   * The checkpoint of an organization's current tree, under the active key. The key service always signs, so that its faults
   * show here. Where that key has signed this size before, the first checkpoint is the result.
   * @throws DomainError NOT_FOUND for an empty tree; UNAVAILABLE or INTERNAL when the key service does not sign
   */
  async make(organizationId: string): Promise<StoredCheckpoint> {
    const { signingKeys, trees } = this.#deps
    const key = await signingKeys.current()
    const tree = await trees.tree(organizationId)
    if (tree.size === 0) throw new DomainError(Reason.NOT_FOUND, 'the log is empty')
    return this.#makeOf(key, { organizationId, tree }).catch((err) => {
      throw err instanceof NotSigned ? err.cause : err
    })
  }

  /**
   * Makes checkpoints of all trees that have grown or that the current key has not signed yet. A checkpoint that cannot be stored
   * is logged, and the others are still made. All share one key service: where it does not sign, the rest waits for the next call.
   *
   * @returns how many
   * @throws DomainError UNAVAILABLE or INTERNAL when the key service does not sign
   */
  async makeAll(signal?: AbortSignal): Promise<number> {
    void this.#filed.compareAll(signal)
    await this.#filing.appendMissing()
    const { signingKeys, trees } = this.#deps
    const key = await signingKeys.current()
    let made = 0
    for await (const head of everyPage((id, limit) => trees.grown(key.kid, id, limit))) {
      if (signal?.aborted) break
      if (await this.#tryMake(key, head)) made += 1
    }
    return made
  }

  async #makeOf(key: SigningKeyState, head: TreeHead): Promise<StoredCheckpoint> {
    const { checkpoints, signingKeys, clock, log } = this.#deps
    const { organizationId, tree } = head
    this.#filed.compare(head)
    const root = treeRoot(tree)
    const checkpoint = { origin: logOrigin(organizationId), size: tree.size, root }
    const signature = await signingKeys.sign(key, checkpointBody(checkpoint)).catch((cause) => {
      throw new NotSigned('the key service did not sign', { cause })
    })
    const note = signedCheckpoint(checkpoint, key.publicKey, signature)
    const made = { organizationId, size: tree.size, kid: key.kid, root, signedAt: clock.now(), note }
    // The checkpoint MUST be stored in the database before it is written outside.
    if (!(await checkpoints.keep(made))) return (await checkpoints.find(organizationId, made.size, key.kid))!
    log.info({ organization_id: organizationId, tree_size: made.size, checkpoint: note }, 'checkpoint')
    await this.#filing.append(made)
    this.#filed.note(made)
    return made
  }

  /** Makes a checkpoint. @returns whether it was made; where not, that is logged @throws when the key service does not sign */
  async #tryMake(key: SigningKeyState, head: TreeHead): Promise<boolean> {
    try {
      await this.#makeOf(key, head)
      return true
    } catch (err) {
      if (err instanceof NotSigned) throw err.cause
      this.#deps.log.error({ err, organization_id: head.organizationId }, 'no checkpoint of a log was made')
      return false
    }
  }
}

/** The key service did not sign: `cause` says why. */
class NotSigned extends Error {}
