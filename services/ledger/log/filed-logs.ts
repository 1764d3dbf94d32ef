import type { Log } from '../../kernel/log.ts'
import { originOf } from '../domain/log/checkpoint.ts'
import type { NodeReader } from '../domain/log/proof.ts'
import { perfectSubtrees, treeRoot } from '../domain/log/tree.ts'
import type { CheckpointStore, StoredCheckpoint, TreeHead } from '../store/log/checkpoints.ts'
import type { CheckpointFile, FiledCheckpoint } from './checkpoint-file.ts'

/**
 * Tells where a log is shorter than a checkpoint of it in the file, or has another root at its size: an earlier state of the database was
 * restored, and may have grown since, or the log was cut. It is said once a process for every log, and of a shorter one again with each of its
 * checkpoints until it has the size. The file's lines are not verified: a process that can write to it can cause the message, and `attestry audit verify`
 * says whether it is so.
 */
type FiledLogs = {
  /** Compares every log in the file, once. Where that fails it is tried again. */
  compareAll(): Promise<void>
  compare(head: TreeHead): void
  note(checkpoint: StoredCheckpoint): void
}

export function filedLogs(deps: {
  checkpoints: Pick<CheckpointStore, 'sizes' | 'rootsAt'>
  file: Pick<CheckpointFile, 'largest'> | undefined
  nodes: (organizationId: string) => NodeReader
  log: Log
}): FiledLogs {
  const { checkpoints, file, nodes, log } = deps
  /** The largest size by origin; undefined: the file has not been compared yet. */
  let filed: Map<string, number> | undefined

  const say = (organizationId: string, size: number): void => {
    const filedSize = filed?.get(originOf(organizationId)) ?? 0
    if (size >= filedSize) return
    const about = { organization_id: organizationId, tree_size: size, filed_size: filedSize }
    log.error(about, 'a log is shorter than a filed checkpoint of it')
  }

  /** Undefined where the tree cannot be read. */
  const rootOf = async (organizationId: string, size: number): Promise<Buffer | undefined> => {
    try {
      const read = nodes(organizationId)
      const subtrees = perfectSubtrees(0, size).map(({ level, index }) => read(level, index))
      return treeRoot({ size, frontier: await Promise.all(subtrees) })
    } catch (err) {
      log.error(
        { err, organization_id: organizationId },
        'a log was not compared with a filed checkpoint of it',
      )
    }
  }

  /** The logs that have another root at their filed size: as the checkpoint that is kept says, or else the tree. */
  const differing = async (some: ReadonlyMap<string, FiledCheckpoint>): Promise<string[]> => {
    const kept = await checkpoints.rootsAt(new Map([...some].map(([id, { size }]) => [id, size])))
    const found = new Set<string>()
    const isKept = new Set<string>()
    for (const { organizationId, root } of kept) {
      isKept.add(organizationId)
      if (root.toString('base64') !== some.get(organizationId)!.root) found.add(organizationId)
    }
    for (const [id, { size, root }] of some) {
      if (isKept.has(id)) continue
      const own = await rootOf(id, size)
      if (own !== undefined && own.toString('base64') !== root) found.add(id)
    }
    return [...found]
  }

  const compareRoots = async (
    sizes: ReadonlyMap<string, number>,
    some: [string, FiledCheckpoint | undefined][],
  ) => {
    const comparable = some.flatMap(([id, one]): [string, FiledCheckpoint][] =>
      one?.root === undefined || one.size === 0 || one.size > (sizes.get(id) ?? 0) ? [] : [[id, one]],
    )
    if (comparable.length === 0) return
    const filedOf = new Map(comparable)
    for (const id of await differing(filedOf)) {
      const about = { organization_id: id, tree_size: sizes.get(id), filed_size: filedOf.get(id)!.size }
      log.error(about, 'a log differs from a filed checkpoint of it')
    }
  }

  return {
    compareAll: async () => {
      if (file === undefined || filed !== undefined) return
      try {
        const read = await file.largest()
        const all = [...read].map(([origin, found]) => ({ id: origin.slice(originOf('').length), found }))
        const found: [string, number][] = []
        for (let from = 0; from < all.length; from += PAGE) {
          const some = all.slice(from, from + PAGE)
          const sizes = await checkpoints.sizes(some.map(({ id }) => id))
          for (const { id } of some) found.push([id, sizes.get(id) ?? 0])
          for (const place of [0, 1])
            await compareRoots(
              sizes,
              some.map((one) => [one.id, one.found[place]]),
            )
        }
        filed = new Map([...read].map(([origin, checkpoints]) => [origin, checkpoints.at(-1)!.size]))
        for (const one of found) say(...one)
      } catch (err) {
        log.error({ err }, 'the logs were not compared with the filed checkpoints')
      }
    },
    compare: ({ organizationId, tree }) => say(organizationId, tree.size),
    note: ({ organizationId, size }) => {
      const origin = originOf(organizationId)
      if (filed !== undefined && size > (filed.get(origin) ?? 0)) filed.set(origin, size)
    },
  }
}

const PAGE = 256
