import { setImmediate as turn } from 'node:timers/promises'
import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { CallerSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { callerListPlaces } from './caller-list-places.ts'

const { signal } = new AbortController()
const caller = (id: string, organizationId = 'o') => create(CallerSchema, { organizationId, actor: { id } })

test('hundreds of lists of one caller delay and refuse none of another caller of its organization', async () => {
  const lists = callerListPlaces()
  const places = [await lists.acquire(caller('many'), signal), await lists.acquire(caller('many'), signal)]
  const begun: string[] = []
  for (let n = 0; n < 200; n++) void lists.acquire(caller('many'), signal).then(() => begun.push('many'))
  await expect(lists.acquire(caller('many'), signal)).rejects.toThrow('too many lists are under way')
  void lists.acquire(caller('few'), signal).then(() => begun.push('few'))
  places[0]!.done(0)
  for (let n = 0; n < 100; n++) await turn()
  expect(begun).toEqual(['few'])
})

test('a caller that acts for many organizations leaves a place to another one, and does not fill the queue', async () => {
  const lists = callerListPlaces()
  const begun: string[] = []
  const all = Array.from({ length: 1200 }, (_, n) => `o${n % 20}`)
  const taken = all.map((name) => lists.acquire(caller('many', name), signal).then(() => begun.push(name)))
  const refused = Promise.allSettled(taken.slice(803))
  for (let n = 0; n < 10; n++) await turn()
  expect(begun).toEqual(['o0', 'o1', 'o2'])
  await lists.acquire(caller('few', 'o0'), signal)
  expect((await refused).map(({ status }) => status)).not.toContain('fulfilled')
})
