import { expect, it } from 'vitest'
import { each } from './each.ts'

it('each handles things one after the other, and returns the refused ones', async () => {
  const began: number[] = []
  const called: string[] = []
  const no = new Error('no')
  const call = async (thing: string): Promise<void> => {
    called.push(thing)
    if (thing === 'b') throw no
  }
  const { signal } = new AbortController()
  const { refused, left } = await each(['a', 'b', 'c'], call, signal, (done) => began.push(done))
  expect({ began, called, refused, left }).toEqual({
    ...{ began: [0, 1, 2], called: ['a', 'b', 'c'] },
    refused: [{ thing: 'b', error: no }],
    left: [],
  })
})

it('each begins nothing more once it is stopped, and returns what it did not begin', async () => {
  const stopping = new AbortController()
  const called: string[] = []
  const call = async (thing: string): Promise<void> => {
    called.push(thing)
    stopping.abort()
  }
  const outcome = await each(['a', 'b', 'c'], call, stopping.signal, () => {})
  expect([called, outcome]).toEqual([['a'], { refused: [], left: ['b', 'c'] }])
})
