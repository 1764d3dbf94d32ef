import type { Http2Session, ServerHttp2Session } from 'node:http2'

/**
 * Limits how many streams one turn of the event loop opens. Node.js makes objects for every stream that it reads, before anything
 * can refuse it, and reads every connection that has bytes in the same turn: a few hundred connections that open a hundred streams
 * each at the same moment would hold the event loop for seconds. Once a turn has opened `MOST`, no other connection is read in it.
 * The connections are read again over the next turns, their owners in turn: one, and twice as many after each turn that stays
 * below the limit. Connections of this installation's processes are always read.
 */
export class StreamTurns {
  readonly #open = new Map<Http2Session, Connection>()
  /** The connections that are not read, oldest first, by owner. */
  readonly #held = new Map<string, Set<Http2Session>>()
  /** Connections whose turn it is: they MUST be read before they are held again. */
  readonly #released = new Set<Http2Session>()
  /** Streams that this turn has opened. */
  #opened = 0
  /** How many connections the last turn could read. */
  #batch = 1
  #isScheduled = false

  /** @param owner whose turn it is when the connection is read: a network */
  accept(session: ServerHttp2Session, owner: string): void {
    const handle = handleOf(session)
    if (handle === undefined) return
    this.#open.set(session, { handle, owner })
    session.once('close', () => this.trusted(session))
    session.on('stream', () => this.#count(session))
    if (this.#opened >= MOST || this.#held.size > 0) this.#hold(session)
  }

  /** The connection belongs to a service client from now on. */
  owned(session: Http2Session, owner: string): void {
    const connection = this.#open.get(session)
    if (connection === undefined || connection.owner === owner) return
    const isHeld = this.#remove(session, connection.owner)
    connection.owner = owner
    if (isHeld) this.#add(session, owner)
  }

  /** From now on the connection is always read: it belongs to a process of this installation. */
  trusted(session: Http2Session): void {
    const connection = this.#open.get(session)
    if (connection === undefined) return
    this.#open.delete(session)
    this.#released.delete(session)
    if (this.#remove(session, connection.owner) && !session.destroyed) connection.handle.readStart()
  }

  #count(session: Http2Session): void {
    if (!this.#open.has(session)) return
    this.#opened += 1
    this.#schedule()
    if (this.#opened === MOST) for (const one of this.#open.keys()) this.#hold(one)
  }

  #hold(session: Http2Session): void {
    const { handle, owner } = this.#open.get(session)!
    if (session.destroyed || this.#released.has(session)) return
    handle.readStop()
    this.#add(session, owner)
    this.#schedule()
  }

  #add(session: Http2Session, owner: string): void {
    const own = this.#held.get(owner)
    if (own === undefined) this.#held.set(owner, new Set([session]))
    else own.add(session)
  }

  /** @returns whether it was held */
  #remove(session: Http2Session, owner: string): boolean {
    const own = this.#held.get(owner)
    if (own?.delete(session) !== true) return false
    if (own.size === 0) this.#held.delete(owner)
    return true
  }

  /** Reads the oldest connection of the owner whose turn it is. The owner has its next turn after all others. */
  #release(): void {
    const [owner, own] = this.#held.entries().next().value!
    const session: Http2Session = own.values().next().value!
    own.delete(session)
    this.#held.delete(owner)
    if (own.size > 0) this.#held.set(owner, own)
    if (session.destroyed) return
    this.#released.add(session)
    this.#open.get(session)?.handle.readStart()
  }

  #schedule(): void {
    if (this.#isScheduled || (this.#opened === 0 && this.#held.size === 0)) return
    this.#isScheduled = true
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    this.#isScheduled = false
    this.#batch = this.#opened >= MOST ? 1 : Math.min(this.#batch * 2, LARGEST_BATCH)
    this.#opened = 0
    this.#released.clear()
    for (let n = 0; n < this.#batch && this.#held.size > 0; n++) this.#release()
    this.#schedule()
  }
}

/** The handle by which Node.js reads a connection. HTTP/2 offers no other way to stop reading: it refuses `pause`. */
type Handle = { readStart(): unknown; readStop(): unknown }
type Connection = { handle: Handle; owner: string }

function handleOf({ socket }: ServerHttp2Session): Handle | undefined {
  return (socket as { _handle?: Handle })._handle
}

/** As many as one connection may have open. */
const MOST = 100
const LARGEST_BATCH = 8
