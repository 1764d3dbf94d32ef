import type { Http2Session, ServerHttp2Stream } from 'node:http2'

/**
 * Does work for streams, a limited amount in each turn of the event loop: serving a stream that ends at once costs a thousand
 * times its frames. Connections take turns, so that many streams of one do not delay those of another.
 *
 * @param whenMany how many streams are served in a turn while those of more than `MANY_CONNECTIONS` wait
 */
export function turnsOfConnections(
  whenMany = SERVED_A_TURN,
): (stream: ServerHttp2Stream, work: () => void) => void {
  const waiting = new Map<Http2Session, Waiting[]>()
  let isPlanned = false
  const plan = (): void => {
    if (isPlanned || waiting.size === 0) return
    isPlanned = true
    setImmediate(turn)
  }
  const turn = (): void => {
    isPlanned = false
    const most = waiting.size > MANY_CONNECTIONS ? whenMany : SERVED_A_TURN
    try {
      for (let served = 0; served < most; served++) {
        const work = nextOf(waiting)
        if (work === undefined) return
        work()
      }
    } finally {
      plan()
    }
  }
  return (stream, work) => {
    const { session } = stream
    if (session === undefined) return
    const own = waiting.get(session)
    if (own === undefined) waiting.set(session, [{ stream, work }])
    else own.push({ stream, work })
    plan()
  }
}

/**
 * The work of the connection that has waited longest for its turn; that connection goes to the end. Streams that have ended need
 * no work.
 */
function nextOf(waiting: Map<Http2Session, Waiting[]>): (() => void) | undefined {
  for (const [session, own] of waiting) {
    waiting.delete(session)
    const at = own.findIndex(({ stream }) => !stream.destroyed && !stream.closed)
    if (at === -1) continue
    const { work } = own[at]!
    own.splice(0, at + 1)
    if (own.length > 0) waiting.set(session, own)
    return work
  }
  return undefined
}

type Waiting = { stream: ServerHttp2Stream; work: () => void }

const SERVED_A_TURN = 8
/** An honest service client has calls waiting on fewer connections. */
const MANY_CONNECTIONS = 16
