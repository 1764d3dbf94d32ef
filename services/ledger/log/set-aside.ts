import type { Log } from '../../kernel/log.ts'
import { damagedTrees as channel, type DamagedTrees } from '../../kernel/telemetry/channels.ts'
import type { SequenceBatch } from './sequencer.ts'

/**
 * Sequences past trees that are damaged: the entries of such an organization wait, said aloud, and those of all others go
 * on. Looked at anew every ten seconds, so that a tree that was repaired goes on by itself.
 *
 * @param damaged the organizations whose trees cannot grow
 */
export function setAside(deps: {
  sequence: (aside: readonly string[]) => Promise<number | null>
  damaged: () => Promise<string[]>
  log: Log
}): SequenceBatch {
  const { sequence, damaged, log } = deps
  let aside: string[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async (): Promise<void> => {
    aside = await damaged()
    lookedAt = performance.now()
    for (const organization_id of aside)
      log.error({ organization_id }, 'the tree of an organization is damaged: its entries wait')
    if (channel.hasSubscribers) channel.publish({ count: aside.length } satisfies DamagedTrees)
  }
  return async () => {
    if (performance.now() - lookedAt > LOOK_MS) await look()
    try {
      return await sequence(aside)
    } catch (error) {
      const known = new Set(aside)
      await look()
      if (aside.every((organization) => known.has(organization))) throw error
      return await sequence(aside)
    }
  }
}

const LOOK_MS = 10_000
