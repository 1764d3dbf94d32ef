import type { Log } from '../../kernel/logging/log.ts'
import { damagedTrees as channel, type DamagedTrees } from '../../kernel/telemetry/channels.ts'
import type { SequenceBatch } from './sequencer.ts'

/**
 * Quarantines damaged trees. The entries of such an organization wait, and the log reports it. The entries of all other
 * organizations are sequenced. The trees are checked again every ten seconds, so that sequencing resumes once a tree is repaired.
 *
 * @param damaged the organizations whose trees cannot grow
 */
export function quarantine(deps: {
  sequence: (quarantined: readonly string[]) => Promise<number | null>
  damaged: () => Promise<string[]>
  log: Log
}): SequenceBatch {
  const { sequence, damaged, log } = deps
  let quarantined: string[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async (): Promise<void> => {
    quarantined = await damaged()
    lookedAt = performance.now()
    for (const organization_id of quarantined)
      log.error({ organization_id }, 'the tree of an organization is damaged: its entries wait')
    if (channel.hasSubscribers) channel.publish({ count: quarantined.length } satisfies DamagedTrees)
  }
  return async () => {
    if (performance.now() - lookedAt > LOOK_MS) await look()
    try {
      return await sequence(quarantined)
    } catch (error) {
      const known = new Set(quarantined)
      await look()
      if (quarantined.every((organization) => known.has(organization))) throw error
      return await sequence(quarantined)
    }
  }
}

const LOOK_MS = 10_000
