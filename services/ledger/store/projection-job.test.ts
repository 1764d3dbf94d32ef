import { expect, test } from 'vitest'
import { projectionJob, QuietLogs } from './projection-job.ts'

const log = (size: number, behind = 2000) => ({ org_id: 'a', size: String(size), behind: String(behind) })

test('projections follow once their log has grown slowly for five seconds', () => {
  const logs = new QuietLogs(250_000)
  const due = [1000, 1000, 1100, 1300, 1300, 1301].map((size) => logs.due([log(size)]).length)
  expect(due).toEqual([0, 0, 0, 0, 0, 1])
  expect(logs.due([log(1301)])).toEqual(['a'])
})

test('projections do not interrupt a load within its short pauses', () => {
  const logs = new QuietLogs(250_000)
  for (let second = 0; second < 60; second++)
    expect(logs.due([log(3000 * Math.floor(second / 2))])).toEqual([])
})

test('projections far behind follow, however fast their log grows', () => {
  const logs = new QuietLogs(250_000)
  expect(logs.due([log(300_000, 250_000), { org_id: 'b', size: '300000', behind: '250001' }])).toEqual(['b'])
})

test('a log that was not among the last ones is watched anew', () => {
  const logs = new QuietLogs(250_000)
  for (let second = 0; second < 5; second++) logs.due([log(1000)])
  logs.due([])
  expect(logs.due([log(1000)])).toEqual([])
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
  for (let call = 0; call < 5; call++) await keep(new AbortController().signal).catch(() => undefined)
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
  await expect(keep(new AbortController().signal)).rejects.toThrow('of the first')
  expect(followed).toEqual(['second'])
})
