import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../services/kernel/clock.ts'
import { bootInstallation } from '../harness/installation.ts'

/*
 * Where a call is on its way is seen from outside of it: the server and the handler ask the clock, group commit schedules its batch,
 * the batch gives its statement to the pool of connections. Each of them gives its call stack.
 */
test('docs/architecture.md lists the call stack of createIncident from the socket to the statement, at most 15 files', async () => {
  const stacks: string[][] = []
  const keepStack = () => void stacks.push(ownFiles(new Error('a place').stack!))
  const clock = {
    now: () => {
      keepStack()
      return systemClock.now()
    },
  }
  const at = await bootInstallation({ shape: 'one', clock })
  tellOf(keepStack)
  const answer = await fetch(`${at.baseUrl}/api/v1/incidents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.organization.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'x', severity: 'low' }),
  })
  expect(answer.status).toBe(201)
  const from = (start: string | undefined, end: string) =>
    stacks.find((files) => files.at(-1) === end && (start === undefined || files.includes(start))) ?? [
      `no stack from ${start ?? 'the socket'} to ${end}`,
    ]
  const path = new Set([
    ...from(undefined, 'gateway/http/server.ts'),
    ...from('gateway/http/rest.ts', 'services/ledger/rpc/incidents/create-incident.ts'),
    ...from(
      'services/ledger/rpc/incidents/create-incident.ts',
      'services/kernel/concurrency/group-commit.ts',
    ),
    ...from('services/kernel/database/appending.ts', 'services/kernel/database/database.ts'),
  ])
  expect([...path]).toEqual(listed())
  expect(path.size).toBeLessThanOrEqual(15)
})

/** Until the test is over: what schedules work, and what gives a statement to a pool, calls `keepStack` first. */
function tellOf(keepStack: () => void): void {
  const { stackTraceLimit } = Error
  const { setImmediate } = globalThis
  const pools = Object.getPrototypeOf(pg.Pool.prototype)
  const { query } = pools
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit
    globalThis.setImmediate = setImmediate
    pools.query = query
  })
  Error.stackTraceLimit = 100
  globalThis.setImmediate = Object.assign((...args: Parameters<typeof setImmediate>) => {
    keepStack()
    return setImmediate(...args)
  }, setImmediate)
  pools.query = function (...args: unknown[]) {
    keepStack()
    return query.apply(this, args)
  }
}

/** The files of this repository in a stack, outermost first. */
function ownFiles(stack: string): string[] {
  const frames = stack.matchAll(/\/((?:gateway|services)\/[\w./-]+\.ts)\b/g)
  return [...frames].map(([, file]) => file!).reverse()
}

function listed(): string[] {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const list = page.slice(
    page.indexOf('The call stack from the socket'),
    page.indexOf('Other paths enter elsewhere'),
  )
  return list
    .split('\n- ')
    .slice(1)
    .flatMap((item) => {
      const part = /^\w+/.exec(item)![0]
      const directory = part === 'gateway' ? part : `services/${part}`
      return [...item.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => `${directory}/${file}`)
    })
}
