// Blocks the event loop for six seconds after the process has opened its first connection, as on a slow machine that still loads
// code.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

const CHANNEL = 'net.client.socket'
subscribe(CHANNEL, hold)

function hold() {
  unsubscribe(CHANNEL, hold)
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000))
}
