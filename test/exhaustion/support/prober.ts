import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/*
 * Another client, in a process of its own, while a server is attacked. It makes one call after another, each on a new connection,
 * until its standard input ends. Then it prints what it saw. argv: the address, an API key, the server's process id.
 */

/**
 * `processor`: the processor time of the server's event loop while the client waited, in milliseconds. `waited`: how long the
 * event loop was ready to run while the machine ran other threads, in milliseconds.
 */
export type Probe = { status: number; elapsed: number; processor: number; waited: number }

async function probe(path: string, headers: Record<string, string>): Promise<Probe> {
  const began = performance.now()
  const before = processorTime()
  const waitedBefore = waitedTime()
  const status = await new Promise<number>((resolve) => {
    const asked = http.get(
      `${base}${path}`,
      { headers, agent: false, localAddress: '127.0.0.9' },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    asked.on('error', () => resolve(0))
  })
  return {
    ...{ status, elapsed: performance.now() - began },
    ...{ processor: processorTime() - before, waited: waitedTime() - waitedBefore },
  }
}

/**
 * Returns how long the server's event loop has waited for a processor, in milliseconds (proc_pid_schedstat(5)); 0 without /proc.
 */
function waitedTime(): number {
  try {
    return Number(readFileSync(`/proc/${server}/task/${server}/schedstat`, 'latin1').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/**
 * Returns the processor time of the server's event loop, user and system, in milliseconds (proc(5): a tick is 10 ms). Returns
 * elapsed time without /proc.
 */
function processorTime(): number {
  try {
    const fields = readFileSync(`/proc/${server}/task/${server}/stat`, 'latin1').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return performance.now()
  }
}

const [base, key, server] = process.argv.slice(2)
const authorization = { authorization: `Bearer ${key}` }
const probes: Probe[] = []
let done = false
process.stdin
  .on('end', () => {
    done = true
  })
  .resume()
// Warms up: the time to compile code belongs to the start, not to an attack.
for (let n = 0; n < 40; n++) await probe(n % 2 === 0 ? '/healthz' : '/api/v1/assets?limit=1', authorization)
process.stdout.write('\n')
while (!done) {
  probes.push(await probe('/healthz', {}))
  probes.push(await probe('/api/v1/assets?limit=1', authorization))
  await sleep(50)
}
process.stdout.write(JSON.stringify(probes))
