import { memoryBudget } from '../../../services/kernel/concurrency/memory-budget.ts'
import { networkOf } from '../../../services/kernel/identity/client-network.ts'
import type { Exchange } from '../exchange.ts'

/** Tracks an answer that its client has not read at once. */
type AnswerBudget = (
  exchange: Pick<Exchange, 'request' | 'response' | 'clientAddress' | 'answerBytes'>,
) => void

/**
 * Limits the memory of answers that clients do not read. An answer that has sent nothing for `stallMs` is dropped with its
 * connection. Beyond `UNSENT_BYTES` the address that holds the most loses its oldest answer.
 */
export function answerBudget({ stallMs = STALL_MS }: { stallMs?: number } = {}): AnswerBudget {
  const unsent = memoryBudget(UNSENT_BYTES)
  return ({ request: { socket }, response, clientAddress, answerBytes = 0 }) => {
    // The length of a socket counts the characters of text, not its bytes.
    const bytes = socket.writableLength === 0 ? 0 : Math.max(socket.writableLength, answerBytes)
    if (bytes === 0 || response.writableFinished || socket.destroyed) return
    const hold = unsent.hold(networkOf(clientAddress), () => socket.destroy())
    response.once('close', hold.release)
    // Node distinguishes progress of a write from a stall, and sets its own timeout once the answer is sent.
    socket.setTimeout(stallMs)
    hold.add(bytes)
  }
}

const STALL_MS = 20_000
const UNSENT_BYTES = 64 * 1024 * 1024
