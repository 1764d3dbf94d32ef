import { expect, test } from 'vitest'
import { NotStopped, stopAfter, stopAll, stopWithin } from './stop-all.ts'

test('stopAll stops every part even if one fails, and throws the first error', async () => {
  const stopped: string[] = []
  const stop = (name: string) => async () => {
    stopped.push(name)
    if (name.startsWith('not')) throw new Error(name)
  }
  await expect(stopAll(['a', 'not b', 'c', 'not d', 'e'].map(stop))).rejects.toThrow('not b')
  expect(stopped).toEqual(['a', 'not b', 'c', 'not d', 'e'])
  await stopAll([stop('f')])
})

test('stopAll throws that parts have not ended rather than another error', async () => {
  const late = () => Promise.reject(new NotStopped(['ledger']))
  const failing = () => Promise.reject(new Error('no answer'))
  await expect(stopAll([failing, late, failing])).rejects.toMatchObject({ parts: ['ledger'] })
})

test('stopWithin stops parts at the same time, names those that have not ended, and throws an error of the others', async () => {
  const never = new Promise<void>(() => {})
  const started: string[] = []
  const stop = (name: string, until?: Promise<void>) => () => {
    started.push(name)
    return until
  }
  const parts = { a: stop('a', never), b: stop('b'), c: stop('c', never) }
  expect(await stopWithin(1, parts)).toEqual({ late: ['a', 'c'], errors: [] })
  expect(started).toEqual(['a', 'b', 'c'])
  expect(await stopWithin(60_000, { b: stop('b') })).toEqual({ late: [], errors: [] })
  const failing = () => Promise.reject(new Error('not d'))
  expect(await stopWithin(1, { a: stop('a', never), d: failing })).toEqual({
    late: ['a'],
    errors: [new Error('not d')],
  })
})

test('a start that was told to stop throws that parts have not ended; any other start why it failed', async () => {
  const failed = new Error('the address is taken')
  const late = () => Promise.reject(new NotStopped(['ledger']))
  expect(await stopAfter(failed, late, { wasToldToStop: true })).toMatchObject({ parts: ['ledger'] })
  expect(await stopAfter(failed, late, { wasToldToStop: false })).toBe(failed)
  expect(await stopAfter(failed, () => Promise.reject(new Error('no answer')), { wasToldToStop: true })).toBe(
    failed,
  )
  expect(await stopAfter(failed, async () => {}, { wasToldToStop: true })).toBe(failed)
})
