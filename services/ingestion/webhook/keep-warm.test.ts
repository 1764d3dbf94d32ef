import { expect, test } from 'vitest'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { silentLog } from '../../kernel/logging/log.ts'
import { keepWarm } from './keep-warm.ts'

/** Endpoints of which the directory gives the next one with each question, once the one before is done with. */
async function opened(refuse: (id: string) => Error | undefined): Promise<string[]> {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const tried: string[] = []
  let questions = 0
  const warm = keepWarm({
    directory: {
      changedSince: async (since) => {
        questions += 1
        const next = ids.filter((id) => since === '-infinity' || id > since).slice(0, 3)
        return next.map((id) => ({
          ...{ orgId: 'o', id, changedAt: id },
          ...{ wrappedKey: Buffer.of(1), sealedSecret: Buffer.of(1) },
        }))
      },
    },
    secrets: {
      open: async ({ id }) => {
        tried.push(id)
        const problem = refuse(id)
        if (problem !== undefined) throw problem
        return 'secret'
      },
    },
    log: silentLog,
    everyMs: 1,
  })
  await expect.poll(() => questions).toBeGreaterThan(6)
  await warm.stop()
  return [...new Set(tried)]
}

test('a secret that cannot be opened keeps none of the later ones closed', async () => {
  const refused = new DomainError(Reason.INTERNAL, 'the key service refused for a key that is gone')
  expect(await opened((id) => (id === 'b' ? refused : undefined))).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(await opened((id) => (id === 'b' ? new Error('no such text') : undefined))).toContain('f')
})

test('a secret that was refused is tried again later, such as where the credentials of the process had expired', async () => {
  const refused = new DomainError(Reason.INTERNAL, 'the key service refused (ExpiredTokenException)')
  let tries = 0
  const secrets = await opened((id) => {
    if (id === 'b') tries += 1
    return id === 'b' && tries < 3 ? refused : undefined
  })
  expect(secrets).toContain('f')
  expect(tries).toBe(3)
})

test('while the key service does not answer, the same secrets are tried again', async () => {
  const away = new DomainError(Reason.UNAVAILABLE, 'the key service does not answer')
  expect(await opened(() => away)).toEqual(['a', 'b', 'c'])
})
