import { expect, test } from 'vitest'
import { stopAll } from './stop-all.ts'

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
