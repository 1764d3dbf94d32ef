import { expect, test } from 'vitest'
import { Role } from '../../services/kernel/identity/caller.ts'
import { exported, verify } from '../evidence/support/export.ts'
import { makePerson, personAt } from '../gate/people.ts'
import { rpc } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { problemsOf } from '../state/support/verification.ts'
import { signatureOf } from '../webhook/support/send.ts'
import { patience } from './support/budget.ts'
import { GATE_ACTIONS } from './support/honest/gate-actions.ts'
import { RECORD_ACTIONS } from './support/honest/record-actions.ts'
import {
  type Actions,
  type Endpoint,
  nothingKnown,
  type People,
  type Worker,
} from './support/honest/worker.ts'

const ACTIONS: Actions = { ...RECORD_ACTIONS, ...GATE_ACTIONS }

const SEED = Number(process.env.ATTESTRY_FUZZ_SEED ?? Date.now() % 1_000_000)
/** ATTESTRY_HONEST_ROUNDS: the number of actions of each concurrent worker, done twice. */
const ROUNDS = Number(process.env.ATTESTRY_HONEST_ROUNDS ?? 60)
const WORKERS = 8
/** Clocks of one installation may be a minute apart (docs/gate-rules.md, "What was tried"). */
const SKEW_MS = 25_000

test('random honest work of people and programs through two processes with different clocks verifies', {
  timeout: patience(1),
}, async () => {
  const one = await bootInstallation()
  const clock = { now: () => new Date(Date.now() + SKEW_MS) }
  let other = await bootInstallation({ databaseUrl: one.databaseUrl, clock })
  try {
    const { admin, id } = one.organization
    const people = await makePeople(one)
    const known = nothingKnown()
    const accepted = new Set<string>()
    const work = async (number: number): Promise<void> => {
      const random = randomOf(SEED + number)
      for (let round = 0; round < ROUNDS; round++) {
        const name = Object.keys(ACTIONS)[random(Object.keys(ACTIONS).length)]!
        const at = random(2) === 0 ? one : other
        const answer = await ACTIONS[name]!(workerOf(at, one.organization, people, random, known))
        if (answer === undefined) continue
        expect(answer.status, `seed ${SEED}, ${name}: ${answer.text}`).toBeLessThan(500)
        if (answer.status < 300) accepted.add(name)
      }
    }
    for (let half = 0; half < 2; half++) {
      await Promise.all(Array.from({ length: WORKERS }, (_, number) => work(half * WORKERS + number)))
      await other.stop()
      other = await bootInstallation({ databaseUrl: one.databaseUrl, clock })
    }
    const message = `seed ${SEED}`
    expect(await problemsOf(one.databaseUrl, id), message).toEqual([])
    const filedFor = [...new Set(known.filings.map(({ id }) => id))].slice(0, 8)
    for (const query of ['', ...filedFor.map((incident) => `?incident_id=${incident}`)]) {
      const { failures } = await verify(await exported(one, admin.session, query))
      expect(failures, `${message} ${query}`).toEqual([])
    }
    // Some are refused each time, at random.
    expect(accepted.size).toBeGreaterThan(Object.keys(ACTIONS).length * 0.6)
  } finally {
    await other.stop()
    await one.stop()
  }
})

async function makePeople(at: TestInstallation): Promise<People> {
  const { admin } = at.organization
  const by = personAt(at.baseUrl, admin.id, admin.session)
  const session = async (role: Role, attestationRoles: string[] = []) =>
    (await makePerson(at, by, { role, attestationRoles })).session
  return {
    admin: admin.session,
    colleague: await session(Role.ADMIN),
    member: await session(Role.MEMBER),
    first: await session(Role.APPROVER, ['ciso']),
    second: await session(Role.APPROVER, ['dpo']),
  }
}

function workerOf(
  at: TestInstallation,
  { key, admin }: TestInstallation['organization'],
  people: People,
  below: (end: number) => number,
  known: Worker['known'],
): Worker {
  return {
    below,
    of: (list) => list[below(list.length)]!,
    rest: (path, body, headers = {}) => call(at.baseUrl, `/api/v1${path}`, { key, body, headers }),
    rpc: (who, path, body) => rpc(at.baseUrl, `attestry.${path}`, { session: people[who], body }),
    deliver: (endpoint: Endpoint, event) => {
      const body = JSON.stringify(event)
      const signature = signatureOf(endpoint.secret, Math.floor(Date.now() / 1000), body)
      return call(at.baseUrl, endpoint.path, { body, headers: { 'x-service-signature': signature } })
    },
    admin: admin.id,
    known,
  }
}

/** Pseudo-random numbers from a seed (mulberry32). */
function randomOf(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(end, 1)
  }
}
