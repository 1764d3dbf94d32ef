import { expect, test } from 'vitest'
import { type Outdated, projectionJob } from './projection-job.ts'

const log = (size: number, behind = 2000) => ({ org_id: 'a', size: String(size), behind: String(behind) })
const { signal } = new AbortController()

/** Returns a call of the job, which tells the logs that it has brought forward. */
function watched() {
  let outdated: readonly Outdated[] = []
  let followed: string[] = []
  const follow = async (organizationId: string) => followed.push(organizationId)
  const keep = projectionJob({ outdated: async () => [...outdated], follow }, 250_000)
  return async (...logs: Outdated[]) => {
    outdated = logs
    followed = []
    await keep(signal)
    return followed
  }
}

test('projections follow once their log has grown slowly for five seconds', async () => {
  const due = watched()
  for (const size of [1000, 1000, 1100, 1300, 1300]) expect(await due(log(size))).toEqual([])
  expect(await due(log(1301))).toEqual(['a'])
  expect(await due(log(1301))).toEqual(['a'])
})

test('projections do not interrupt a load within its short pauses', async () => {
  const due = watched()
  for (let second = 0; second < 60; second++)
    expect(await due(log(3000 * Math.floor(second / 2)))).toEqual([])
})

test('projections far behind follow, however fast their log grows', async () => {
  const far = { org_id: 'b', size: '300000', behind: '250001' }
  expect(await watched()(log(300_000, 250_000), far)).toEqual(['b'])
})

test('a log that was not among the last ones is watched anew', async () => {
  const due = watched()
  for (let second = 0; second < 5; second++) await due(log(1000))
  await due()
  expect(await due(log(1000))).toEqual([])
})

test('organizations take turns when many projections are behind, even if some fail', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const followed: string[] = []
  const outdated = async () => ids.map((org_id) => ({ org_id, size: '10', behind: '10' })).reverse()
  const follow = async (organizationId: string) => {
    followed.push(organizationId)
    if (organizationId < 'd') throw new Error('fails')
  }
  const keep = projectionJob({ outdated, follow }, 0, 2)
  for (let call = 0; call < 5; call++) await keep(signal).catch(() => undefined)
  expect(followed).toEqual([...ids, ...ids])
})

test('a failing projection of one organization does not stop those of others', async () => {
  const followed: string[] = []
  const outdated = async () => ['first', 'second'].map((org_id) => ({ org_id, size: '10', behind: '10' }))
  const follow = async (organizationId: string) => {
    if (organizationId === 'first') throw new Error('of the first')
    followed.push(organizationId)
  }
  const keep = projectionJob({ outdated, follow }, 0)
  await expect(keep(signal)).rejects.toThrow('of the first')
  expect(followed).toEqual(['second'])
})
