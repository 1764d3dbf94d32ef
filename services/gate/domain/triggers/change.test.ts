import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ActorKind, ActorSchema, CallerSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { RecentMaker } from '../approvals/makers.ts'
import type { CurrentSnapshot } from '../decision/snapshot.ts'
import { resolvedByCertifying } from './change.ts'

const SETTINGS = { changes_need_another: true, role_wait_hours: 24 }

function resolvedOf(openers: string[], makers: RecentMaker[], settings: object = SETTINGS): string[] {
  const actor = create(ActorSchema, { kind: ActorKind.USER, id: 'certifier', name: 'A. Certifier' })
  const call = { caller: create(CallerSchema, { organizationId: 'organization', actor }), at: new Date(0) }
  const snapshot = { separation_of_duties: settings } as CurrentSnapshot
  const changes = openers.map((opened_by) => ({ id: `of ${opened_by}`, reason: '', opened_by }))
  return resolvedByCertifying(call, 'certification', snapshot, { changes, makers }).map(
    ({ resolution }) => resolution.subjectId,
  )
}

test('certifying resolves changes of people in whose names the certifier cannot have acted within the wait', () => {
  const openers = ['certifier', 'made', 'by made', 'before', 'another']
  const makers = [
    { account: 'by made', by: 'made', hoursAgo: 23 },
    { account: 'made', by: 'certifier', hoursAgo: 5 },
    { account: 'before', by: 'certifier', hoursAgo: 24 },
    { account: 'certifier', by: 'another', hoursAgo: 1 },
  ]
  expect(resolvedOf(openers, makers)).toEqual(['of before', 'of another'])
  const without = { ...SETTINGS, role_wait_hours: 0 }
  expect(resolvedOf(openers, makers, without)).toEqual(openers.slice(1).map((person) => `of ${person}`))
  const alone = { ...SETTINGS, changes_need_another: false }
  expect(resolvedOf(openers, makers, alone)).toHaveLength(openers.length)
})

test('very many changes do not multiply the looks at the accounts that were made', () => {
  let looks = 0
  const makers = Array.from({ length: 500 }, (_, n) => ({
    account: `account ${n}`,
    by: 'certifier',
    get hoursAgo() {
      looks += 1
      return 30
    },
  }))
  const openers = makers.map(({ account }) => account)
  expect(resolvedOf(openers, makers)).toHaveLength(openers.length)
  expect(looks).toBeLessThan(20 * makers.length)
})
