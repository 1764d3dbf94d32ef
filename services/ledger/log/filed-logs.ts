import type { Log } from '../../kernel/logging/log.ts'
import { logOrigin, ORIGIN_PREFIX } from '../../kernel/tlog/log-origin.ts'
import type { NodeReader } from '../domain/log/proof.ts'
import { perfectSubtrees, treeRoot } from '../domain/log/tree.ts'
import type { CheckpointStore, StoredCheckpoint } from '../store/log/checkpoints.ts'
import type { TreeHead, TreeHeads } from '../store/log/tree-heads.ts'
import type { CheckpointFile, FiledCheckpoint } from './checkpoint-file.ts'

type Dependencies = {
  trees: Pick<TreeHeads, 'sizes'>
  checkpoints: Pick<CheckpointStore, 'rootsAt'>
  file: Pick<CheckpointFile, 'largest'> | undefined
  nodes: (organizationId: string) => NodeReader
  log: Log
}

/**
 * Reports a log that is shorter than a checkpoint of it in the file, or that has another root at that size. Either the log was
 * cut, or an earlier state of the database was restored, which may have grown since. A process reports each log once, and a
 * shorter one again with each of its checkpoints until the log has the size. The lines of the file are not verified: a process
 * that can write to it can cause the message. `attestry audit verify` says whether it is true.
 */
export class FiledLogs {
  readonly #deps: Dependencies
  /** The size of the last checkpoint in the file, by origin; undefined: the file has not been compared yet. */
  #sizes: Map<string, number> | undefined
  /** The sizes that were written to the file while it is read. */
  #written: Map<string, number> | undefined

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * Compares every log in the file once; the time grows with the file. Checkpoints are made meanwhile. A call during a comparison
   * does nothing. After a failure the next call tries again.
   */
  async compareAll(signal?: AbortSignal): Promise<void> {
    const { file, log } = this.#deps
    if (file === undefined || this.#sizes !== undefined || this.#written !== undefined) return
    this.#written = new Map()
    try {
      const filed = await file.largest(signal)
      const logs = [...filed].map(([origin, checkpoints]) => ({
        id: origin.slice(ORIGIN_BYTES),
        checkpoints,
      }))
      const found: [id: string, size: number][] = []
      for (let from = 0; from < logs.length; from += PAGE)
        found.push(...(await this.#compareSome(logs.slice(from, from + PAGE))))
      this.#sizes = new Map([...filed].map(([origin, checkpoints]) => [origin, checkpoints.at(-1)!.size]))
      for (const [id, size] of found) this.#reportShorter(id, size)
      for (const [origin, size] of this.#written) this.#noteSize(origin, size)
    } catch (err) {
      if (!signal?.aborted) log.error({ err }, 'the logs were not compared with the filed checkpoints')
    } finally {
      this.#written = undefined
    }
  }

  compare({ organizationId, tree }: TreeHead): void {
    this.#reportShorter(organizationId, tree.size)
  }

  /** Notes a checkpoint that was written to the file. */
  note({ organizationId, size }: StoredCheckpoint): void {
    const origin = logOrigin(organizationId)
    this.#written?.set(origin, size)
    this.#noteSize(origin, size)
  }

  #noteSize(origin: string, size: number): void {
    if (this.#sizes !== undefined && size > (this.#sizes.get(origin) ?? 0)) this.#sizes.set(origin, size)
  }

  /** Compares the roots of some logs. @returns their sizes in the database */
  async #compareSome(
    logs: readonly { id: string; checkpoints: FiledCheckpoint[] }[],
  ): Promise<[id: string, size: number][]> {
    const sizes = await this.#deps.trees.sizes(logs.map(({ id }) => id))
    const sizeOf = (id: string): number => sizes.get(id) ?? 0
    for (const place of [0, 1]) {
      const comparable = new Map<string, WithRoot>()
      for (const { id, checkpoints } of logs) {
        const filed = checkpoints[place]
        if (filed !== undefined && hasRoot(filed) && filed.size > 0 && filed.size <= sizeOf(id))
          comparable.set(id, filed)
      }
      if (comparable.size > 0) await this.#reportDiffering(comparable, sizeOf)
    }
    return logs.map(({ id }) => [id, sizeOf(id)])
  }

  async #reportDiffering(
    filed: ReadonlyMap<string, WithRoot>,
    sizeOf: (id: string) => number,
  ): Promise<void> {
    for (const id of await this.#differing(filed)) {
      const about = { organization_id: id, tree_size: sizeOf(id), filed_size: filed.get(id)!.size }
      this.#deps.log.error(about, 'a log differs from a filed checkpoint of it')
    }
  }

  /** The logs that have another root at their filed size: by the stored checkpoints, or else by the tree. */
  async #differing(filed: ReadonlyMap<string, WithRoot>): Promise<Set<string>> {
    const stored = await this.#deps.checkpoints.rootsAt(
      new Map([...filed].map(([id, { size }]) => [id, size])),
    )
    const isStored = new Set(stored.map(({ organizationId }) => organizationId))
    const differing = new Set<string>()
    const compare = (id: string, root: Buffer): void => {
      if (root.toString('base64') !== filed.get(id)!.root) differing.add(id)
    }
    for (const { organizationId, root } of stored) compare(organizationId, root)
    for (const [id, { size }] of filed) {
      const root = isStored.has(id) ? undefined : await this.#treeRootAt(id, size)
      if (root !== undefined) compare(id, root)
    }
    return differing
  }

  /** Undefined where the tree cannot be read. */
  async #treeRootAt(organizationId: string, size: number): Promise<Buffer | undefined> {
    try {
      const read = this.#deps.nodes(organizationId)
      const subtrees = perfectSubtrees(0, size).map(({ level, index }) => read(level, index))
      return treeRoot({ size, frontier: await Promise.all(subtrees) })
    } catch (err) {
      const about = { err, organization_id: organizationId }
      this.#deps.log.error(about, 'a log was not compared with a filed checkpoint of it')
      return undefined
    }
  }

  #reportShorter(organizationId: string, size: number): void {
    const filedSize = this.#sizes?.get(logOrigin(organizationId)) ?? 0
    if (size >= filedSize) return
    const about = { organization_id: organizationId, tree_size: size, filed_size: filedSize }
    this.#deps.log.error(about, 'a log is shorter than a filed checkpoint of it')
  }
}

type WithRoot = FiledCheckpoint & { root: string }

function hasRoot(filed: FiledCheckpoint): filed is WithRoot {
  return filed.root !== undefined
}

/** An origin is this text and the organization's id. */
const ORIGIN_BYTES = ORIGIN_PREFIX.length
const PAGE = 256
