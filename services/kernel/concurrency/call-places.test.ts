import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ActorKind, CallerSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { Reason } from '../errors/errors.ts'
import { callPlaces, MICROSERVICES, PEOPLE } from './call-places.ts'
import type { Release } from './semaphore.ts'

const { listIncidents } = IncidentService.method
const { verifyLog } = LogService.method

/** Calls by `person@organization`, and the calls that got a place, in the order in which they did. */
function scene(limits = PEOPLE) {
  const places = callPlaces(limits)
  const inside: { name: string; release: Release }[] = []
  const acquire = (name: string, method: typeof listIncidents | typeof verifyLog = listIncidents) => {
    const [id, organizationId] = name.split('@') as [string, string]
    const actor = { kind: ActorKind.USER, id, name: id }
    const caller = create(CallerSchema, { organizationId, actor })
    return places.acquire(method, caller, new AbortController().signal).then((release) => {
      inside.push({ name, release })
    })
  }
  const settled = () => new Promise(setImmediate)
  const names = () => inside.map(({ name }) => name)
  return { places, inside, acquire, settled, names }
}

test('a caller works on four calls at once, its organization on six, and others proceed meanwhile', async () => {
  const { inside, acquire, settled, names } = scene()
  const all = ['ann@a', 'ben@a', 'cem@a'].flatMap((name) => new Array(40).fill(name))
  const acquiring = all.map((name) => acquire(name))
  await settled()
  expect(names()).toEqual([...new Array(4).fill('ann@a'), ...new Array(2).fill('ben@a')])
  await acquire('dan@b')
  // At most four calls of one colleague run before a call of another.
  for (let n = 0; n < 3; n++) {
    inside.shift()!.release()
    await settled()
  }
  expect(names()).toContain('cem@a')
  for (let left = inside.shift(); left !== undefined; left = inside.shift()) {
    left.release()
    await settled()
  }
  await Promise.all(acquiring)
})

test('a call beyond the queue is refused with Retry-After, and others are not', async () => {
  const { inside, acquire, settled, names } = scene()
  const calls = Array.from({ length: 504 }, () => acquire('ann@a'))
  await expect(acquire('ann@a')).rejects.toMatchObject({
    reason: Reason.RATE_LIMITED,
    details: { retry_after: 1 },
  })
  await acquire('ben@a')
  expect(names()).toContain('ben@a')
  for (let left = inside.shift(); left !== undefined; left = inside.shift()) {
    left.release()
    await settled()
  }
  await Promise.all(calls)
})

test('a caller that leaves while waiting holds no place', async () => {
  const { places, inside, acquire, settled } = scene()
  for (const name of ['ann@a', 'ben@a']) for (let n = 0; n < 3; n++) await acquire(name)
  const going = new AbortController()
  const actor = { kind: ActorKind.USER, id: 'cem', name: 'cem' }
  const caller = create(CallerSchema, { organizationId: 'a', actor })
  const waiting = places.acquire(listIncidents, caller, going.signal)
  await settled()
  going.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  inside.splice(0, 1)[0]!.release()
  await acquire('cem@a')
})

test('a log verification takes no call place', async () => {
  const { acquire, names } = scene()
  for (let n = 0; n < 50; n++) await acquire('ann@a', verifyLog)
  expect(names()).toHaveLength(50)
})

test('a service client that acts for many organizations leaves places to others, and its organizations take turns', async () => {
  const { inside, acquire, settled, names } = scene(MICROSERVICES)
  const all = [...new Array(40).fill('hub@a'), ...Array.from({ length: 40 }, (_, n) => `hub@o${n}`)]
  const acquiring = all.map((name) => acquire(name))
  await settled()
  expect(names()).toEqual([...new Array(6).fill('hub@a'), 'hub@o0', 'hub@o1'])
  await acquire('other@b')
  await acquire('other@c')
  inside.shift()!.release()
  inside.shift()!.release()
  await settled()
  expect(names().slice(-2).sort()).toEqual(['hub@a', 'hub@o2'])
  for (let left = inside.shift(); left !== undefined; left = inside.shift()) {
    left.release()
    await settled()
  }
  await Promise.all(acquiring)
})

test('calls of a service client that wait for many organizations refuse none of another one', async () => {
  const { inside, acquire, settled, names } = scene(MICROSERVICES)
  const calls = Array.from({ length: 25_000 }, (_, n) => acquire(`hub@o${n % 50}`))
  const ended = Promise.allSettled(calls)
  await settled()
  await acquire('other@o1')
  expect(names()).toContain('other@o1')
  for (let left = inside.shift(); left !== undefined; left = inside.shift()) {
    left.release()
    await settled()
  }
  const waited = (await ended).filter(({ status }) => status === 'fulfilled')
  expect(waited).toHaveLength(2008)
})

test('slow calls of one organization do not hold up those that its service client makes for another one', async () => {
  const { inside, acquire, settled, names } = scene(MICROSERVICES)
  const calls = [...new Array(8).fill('other@a'), ...new Array(20).fill('hub@a')].map((name) => acquire(name))
  await settled()
  expect(names()).toHaveLength(8)
  await acquire('hub@b')
  for (let left = inside.shift(); left !== undefined; left = inside.shift()) {
    left.release()
    await settled()
  }
  await Promise.all(calls)
})
