import type { Log } from '../../kernel/log.ts'
import { originOf } from '../domain/log/checkpoint.ts'
import type { CheckpointStore, StoredCheckpoint, TreeHead } from '../store/log/checkpoints.ts'
import type { CheckpointFile } from './checkpoint-file.ts'

/**
 * Tells where a log is shorter than a checkpoint of it in the file: an earlier state of the database was restored, or the log was cut. It is
 * said once a process for every log, and again with each checkpoint of such a log until it has the size. The file's lines are not verified:
 * whoever can write to it can have it said, and `attestry audit verify` says whether it is so.
 */
export type FiledSizes = {
  /** Compares every log in the file, once. Where that fails it is tried again. */
  compareAll(): Promise<void>
  compare(head: TreeHead): void
  note(checkpoint: StoredCheckpoint): void
}

export function filedSizes(deps: {
  checkpoints: Pick<CheckpointStore, 'sizes'>
  file: Pick<CheckpointFile, 'sizes'> | undefined
  log: Log
}): FiledSizes {
  const { checkpoints, file, log } = deps
  /** By origin; undefined: the file has not been compared yet. */
  let filed: Map<string, number> | undefined

  const say = (organizationId: string, size: number): void => {
    const filedSize = filed?.get(originOf(organizationId)) ?? 0
    if (size >= filedSize) return
    const about = { organization_id: organizationId, tree_size: size, filed_size: filedSize }
    log.error(about, 'a log is shorter than a filed checkpoint of it')
  }
  return {
    compareAll: async () => {
      if (file === undefined || filed !== undefined) return
      try {
        const read = await file.sizes()
        const ids = [...read.keys()].map((origin) => origin.slice(originOf('').length))
        const found: [string, number][] = []
        for (let from = 0; from < ids.length; from += PAGE) {
          const some = ids.slice(from, from + PAGE)
          const sizes = await checkpoints.sizes(some)
          for (const id of some) found.push([id, sizes.get(id) ?? 0])
        }
        filed = read
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
