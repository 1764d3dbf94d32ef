import { setImmediate as turn } from 'node:timers/promises'
import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { CallerSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { callerListPlaces } from './caller-list-places.ts'

const { signal } = new AbortController()
const caller = (id: string) => create(CallerSchema, { organizationId: 'o', actor: { id } })

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
