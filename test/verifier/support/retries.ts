import { Retries } from '../../../verifier/src/replay/retries.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'

export const HASHES = { key_sha256: 'k', request_sha256: 'r', sha256: 'a' }

/** Retries of one log. Each entry is answered with what the replay makes of it; times are in hours. */
export function retries(memory?: number) {
  const remarks: string[] = []
  const states = new StateBudget(memory)
  const compared = new Retries(states, (_kind, _subject, text) => remarks.push(text))
  const ids = new Set<string>()
  return (details: object, hour = 0, more: object = {}) => {
    const id = `entry ${ids.size}`
    const entry = { id, operation: 'submitEvaluations', outcome: 'ok', details, ...more }
    const before = remarks.length
    try {
      compared.take(entry as never, hour * 3_600_000, (one) => ids.has(one), { index: ids.size })
      if (states.leftOut.size > 0) return 'left out'
      return remarks.length > before ? 'remarked' : 'fine'
    } catch (error) {
      return (error as { code: string }).code
    } finally {
      ids.add(id)
    }
  }
}
