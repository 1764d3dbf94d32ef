import { expect, test } from 'vitest'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { silentLog } from '../../kernel/logging/log.ts'
import { keepWarm } from './keep-warm.ts'

const refused = new DomainError(Reason.INTERNAL, 'the key service refused (ExpiredTokenException)')
const away = new DomainError(Reason.UNAVAILABLE, 'the key service does not answer')

/**
 * Returns the attempts to open endpoints' secrets, in order, until the directory was asked a given number of times. The
 * directory returns the next three endpoints with each question. `revokedAt`: the question from which on `b` is revoked.
 */
async function triesOf(
  refuse: (id: string, question: number) => Error | undefined,
  { questions: until = 60, revokedAt = Infinity } = {},
): Promise<{ id: string; question: number }[]> {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const tries: { id: string; question: number }[] = []
  let question = 0
  const warm = keepWarm({
    directory: {
      changedSince: async (since) => {
        question += 1
        const revocation = question >= revokedAt && since === 'f' ? [{ ...row('b', 'g'), revoked: true }] : []
        // The last one is read again, since a change that committed late may have the same time.
        const next = ids.filter((id) => since === '-infinity' || id >= since).slice(0, 4)
        return [...next.map((id) => row(id, id)), ...revocation]
      },
    },
    secrets: {
      open: async ({ id }) => {
        tries.push({ id, question })
        const problem = refuse(id, question)
        if (problem !== undefined) throw problem
        return 'secret'
      },
    },
    log: silentLog,
    everyMs: 1,
  })
  await expect.poll(() => question).toBeGreaterThan(until)
  await warm.stop()
  return tries.filter((each) => each.question <= until)
}

const row = (id: string, changedAt: string) => ({
  ...{ orgId: 'o', id, changedAt, revoked: false },
  ...{ wrappedKey: Buffer.of(1), sealedSecret: Buffer.from(id) },
})

const idsOf = (tries: { id: string }[]) => [...new Set(tries.map(({ id }) => id))].sort()

test('a secret that cannot be decrypted does not keep the later ones from being opened', async () => {
  expect(idsOf(await triesOf((id) => (id === 'b' ? refused : undefined)))).toEqual([...'abcdef'])
  expect(idsOf(await triesOf((id) => (id === 'b' ? new Error('no such text') : undefined)))).toContain('f')
})

test('a wrapping key that is unavailable now does not keep later secrets from being opened', async () => {
  expect(idsOf(await triesOf((id) => (id <= 'd' ? away : undefined)))).toEqual([...'abcdef'])
})

test('a refused secret is tried again later', async () => {
  let times = 0
  const tries = await triesOf((id) => {
    if (id === 'b') times += 1
    return id === 'b' && times < 3 ? refused : undefined
  })
  expect(tries.filter(({ id }) => id === 'b')).toHaveLength(3)
})

test('a refused secret is tried again with pauses that grow to a minute', async () => {
  const tries = await triesOf((id) => (id === 'b' || id === 'f' ? refused : undefined))
  // After pauses of one, three and seven calls, each further pause is twelve: the 27th, 40th and 53rd questions are attempts.
  for (const id of ['b', 'f']) {
    const late = tries.filter((each) => each.id === id && each.question > 20).map(({ question }) => question)
    expect(late.length).toBeGreaterThanOrEqual(2)
    expect(late.length).toBeLessThanOrEqual(4)
  }
})

test('while the key service is away it is asked for a few secrets at a time, and afterwards for all', async () => {
  const tries = await triesOf((_, question) => (question < 50 ? away : undefined))
  expect(tries.filter(({ question }) => question > 20 && question < 50).length).toBeLessThanOrEqual(3 * 4)
  const back = tries.filter(({ question }) => question >= 50)
  expect(idsOf(back)).toEqual([...'abcdef'])
})

test('the secret of a revoked endpoint is not tried again', async () => {
  const tries = await triesOf((id) => (id === 'b' ? refused : undefined), { revokedAt: 5 })
  expect(tries.filter(({ id, question }) => id === 'b' && question > 5)).toEqual([])
})
