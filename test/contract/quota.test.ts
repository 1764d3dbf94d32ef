import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Composition, compose } from '../../gateway/cli/process/compose.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { mintSecret } from '../../services/kernel/crypto/secrets.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { ADDRESSED, bearer, someAddress } from './support/caller.ts'
import { expectEntry, expectError } from './support/expect-error.ts'
import { type Answer, send } from './support/http.ts'
import { inOneWindow, passAMinute } from './support/window.ts'

let at: TestInstallation
let second: Composition

/** Two whole installations' processes on one database: each has a gateway and a ledger of its own. */
beforeAll(async () => {
  at = await bootInstallation({ env: ADDRESSED, shape: 'one' })
  const env = { ...at.env, ATTESTRY_CLIENT_TOKEN: mintSecret('atc').secret }
  second = await compose(['ledger', 'gateway'], env, { clock: systemClock, log: silentLog })
})
afterAll(async () => {
  await second.destroy()
  await at.stop()
})

const bases = (): [string, string] => [at.baseUrl, `http://127.0.0.1:${second.gateway!.port}`]
const list = (base: string, headers: [string, string][]): Promise<Answer> =>
  send(base, { target: '/api/v1/incidents', headers })

describe('the quota of a key', () => {
  test('counts down to zero over both gateways together, then both answer 429', () =>
    inOneWindow(async () => {
      const made = await at.organization.makeKey({ rateLimit: 6 })
      const headers = [bearer(made.key)]
      const [one, two] = bases()
      const seen: Answer[] = []
      for (let i = 0; i < 6; i++) seen.push(await list(i % 2 === 0 ? one : two, headers))
      expect(seen.map(({ status }) => status)).toEqual(new Array(6).fill(200))
      expect(seen.map((answer) => answer.headers['x-ratelimit-remaining'])).toEqual([
        '5',
        '4',
        '3',
        '2',
        '1',
        '0',
      ])
      for (const base of [one, two]) {
        const answer = await list(base, headers)
        expectError(answer, 429, 'rate_limited')
        expect(answer.headers['x-ratelimit-limit']).toBe('6')
        expect(answer.headers['x-ratelimit-remaining']).toBe('0')
        const retryAfter = Number(answer.headers['retry-after'])
        expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60).toBe(true)
        expect(Number(answer.headers['x-ratelimit-reset']) % 60).toBe(0)
        const actor = { kind: 'api_key', id: made.id, name: 'test' }
        await expectEntry(at, answer, {
          operation: 'listIncidents',
          outcome: 'refused',
          code: 'rate_limited',
          actor,
        })
      }
      await passAMinute(at.databaseUrl, `key:${made.id}`)
      expect((await list(two, headers)).headers['x-ratelimit-remaining']).toBe('5')
    }))

  test('admits exactly its limit of simultaneous calls over two gateways', () =>
    inOneWindow(async () => {
      const made = await at.organization.makeKey({ rateLimit: 50 })
      const answers = await Promise.all(
        Array.from({ length: 120 }, (_, i) => list(bases()[i % 2]!, [bearer(made.key)])),
      )
      const served = answers.filter(({ status }) => status === 200)
      expect(served).toHaveLength(50)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(70)
      const remaining = served.map((answer) => Number(answer.headers['x-ratelimit-remaining']))
      expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i))
    }))

  test('is separate from other keys of the organization, and 600 by default', () =>
    inOneWindow(async () => {
      const [spent, fresh] = [
        await at.organization.makeKey({ rateLimit: 1 }),
        await at.organization.makeKey({ rateLimit: 0 }),
      ]
      await list(at.baseUrl, [bearer(spent.key)])
      expect((await list(at.baseUrl, [bearer(spent.key)])).status).toBe(429)
      const answer = await list(at.baseUrl, [bearer(fresh.key)])
      expect(answer.status).toBe(200)
      expect(answer.headers['x-ratelimit-limit']).toBe('600')
      expect(answer.headers['x-ratelimit-remaining']).toBe('599')
    }))
})

test('a key revoked through one process is refused by the other from the next call on', async () => {
  const made = await at.organization.makeKey({})
  const [one, two] = bases()
  expect((await list(one, [bearer(made.key)])).status).toBe(200)
  expect((await list(two, [bearer(made.key)])).status).toBe(200)
  await at.organization.revokeKey(made.id)
  expectError(await list(two, [bearer(made.key), someAddress()]), 401, 'unauthorized')
  expectError(await list(one, [bearer(made.key), someAddress()]), 401, 'unauthorized')
})

describe('the bucket of an address', () => {
  const from = (...addresses: string[]): [string, string][] =>
    addresses.map((one) => ['X-Forwarded-For', one])

  test('allows 60 failed authentications over both gateways, then 429; a valid key is never limited', () =>
    inOneWindow(async () => {
      const [address, other] = [someAddress()[1], someAddress()[1]]
      const answers: Answer[] = []
      for (let i = 0; i < 60; i++)
        answers.push(await list(bases()[i % 2]!, [bearer('atk_wrong'), ...from(address)]))
      expect(answers.map(({ status }) => status)).toEqual(new Array(60).fill(401))
      expect(answers.at(-1)!.headers['x-ratelimit-remaining']).toBe('0')
      for (const base of bases()) {
        const answer = await list(base, from(address))
        expectError(answer, 429, 'rate_limited')
        expect(answer.headers['x-ratelimit-limit']).toBe('60')
        expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
        expect((await list(base, [bearer(at.organization.key), ...from(address)])).status).toBe(200)
      }
      expect((await list(at.baseUrl, from(other))).status, 'another address').toBe(401)
      await passAMinute(at.databaseUrl, `address:${address}`)
      expect((await list(at.baseUrl, from(address))).status).toBe(401)
    }))

  test('counts the last address that is not a trusted proxy, whatever the client claims', () =>
    inOneWindow(async () => {
      const drawn = async (...headers: [string, string][]): Promise<number> =>
        59 - Number((await list(at.baseUrl, headers)).headers['x-ratelimit-remaining'])
      const [, client] = someAddress()
      expect(await drawn(...from(client))).toBe(0)
      expect(await drawn(...from(`1.1.1.1, ${client}`))).toBe(1)
      expect(await drawn(...from('2.2.2.2', client))).toBe(2)
      expect(await drawn(...from(`${client}, 127.0.0.1`))).toBe(3)
      expect(await drawn(...from(`::ffff:${client}`))).toBe(4)
    }))

  test('ignores X-Forwarded-For without trusted proxies', () =>
    inOneWindow(async () => {
      const { env } = at
      const plain = { ...env, ATTESTRY_TRUSTED_PROXIES: '', ATTESTRY_CLIENT_TOKEN: mintSecret('atc').secret }
      const third = await compose(['ledger', 'gateway'], plain, { clock: systemClock, log: silentLog })
      try {
        const base = `http://127.0.0.1:${third.gateway!.port}`
        const first = await list(base, from('203.0.113.1'))
        const next = await list(base, from('203.0.113.2'))
        const left = (answer: Answer) => Number(answer.headers['x-ratelimit-remaining'])
        expect(left(first) - left(next)).toBe(1)
      } finally {
        await third.destroy()
      }
    }))
})
