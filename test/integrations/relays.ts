import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type Forwarding, type ForwardOptions, forward } from '../../gateway/cli/forward/forward.ts'
import { type Plan, type Receiver, SECRET, startReceiver } from './receiver.ts'

/** A receiver, a directory and relays for one test. All of them are stopped and removed after it. */
export const relays = {
  directory: '',
  receiver: undefined as unknown as Receiver,
  running: [] as Forwarding[],
  lines: [] as string[],
}

/** Sets up the relays. A test file calls it once. */
export function relaysForEachTest(): void {
  beforeEach(() => {
    relays.directory = mkdtempSync(join(tmpdir(), 'attestry-forward-'))
    relays.running = []
    relays.lines = []
  })
  afterEach(async () => {
    for (const relay of relays.running) await relay.stop()
    await Promise.allSettled(relays.running.map((relay) => relay.done))
    await relays.receiver?.close()
    rmSync(relays.directory, { recursive: true, force: true })
  })
}

/** Starts a relay in front of a new receiver with a plan of answers or, with 'same receiver', in front of the current one. */
export async function start(
  source: ForwardOptions['source'],
  plan: Plan | 'same receiver' = [],
  over: Partial<ForwardOptions> = {},
): Promise<Forwarding> {
  if (plan !== 'same receiver') relays.receiver = await startReceiver(plan)
  const relay = await forward({
    url: relays.receiver.url,
    secret: SECRET,
    source,
    spoolDirectory: join(relays.directory, 'spool'),
    backoff: { firstMs: 10, maxMs: 40 },
    log: (line) => relays.lines.push(line),
    ...over,
  })
  relays.running.push(relay)
  return relay
}

export function bodies(): string[] {
  return relays.receiver.calls.map((call) => call.body.toString())
}

/** Returns the directory in the spool of this test's one endpoint. */
export function spool(part: 'pending' | 'refused' | '.'): string {
  const [endpoint] = readdirSync(join(relays.directory, 'spool'))
  return join(relays.directory, 'spool', endpoint!, part)
}

export function spooled(part: 'pending' | 'refused'): string[] {
  return readdirSync(spool(part)).sort()
}
