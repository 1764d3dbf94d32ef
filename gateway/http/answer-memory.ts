import { networkOf } from '../../services/kernel/identity/client-network.ts'
import type { Exchange } from './exchange.ts'
import { shares } from './shares.ts'

/** Looks after an answer that its client has not taken at once. */
export type AnswerMemory = (
  exchange: Pick<Exchange, 'request' | 'response' | 'clientAddress' | 'answerBytes'>,
) => void

/**
 * Limits what answers that are not taken hold in memory. An answer of which nothing has gone out for `STALL_MS` is
 * dropped with its connection. Beyond `UNSENT_BYTES` the address that holds the most loses its oldest answer.
 */
export function answerMemory(): AnswerMemory {
  const unsent = shares(UNSENT_BYTES)
  return ({ request: { socket }, response, clientAddress, answerBytes = 0 }) => {
    // Of text a socket counts the characters.
    const bytes = socket.writableLength === 0 ? 0 : Math.max(socket.writableLength, answerBytes)
    if (bytes === 0 || response.writableFinished || socket.destroyed) return
    const hold = unsent.hold(networkOf(clientAddress), () => socket.destroy())
    response.once('close', hold.release)
    // Node tells progress of a write from silence, and sets its own timeout once the answer is out.
    socket.setTimeout(STALL_MS)
    hold.add(bytes)
  }
}

const STALL_MS = 20_000
const UNSENT_BYTES = 96 * 1024 * 1024
