import { expect, test } from 'vitest'
import { OpenDialogs } from './open-dialogs.ts'

test('closing a dialog in any way tells its row once', () => {
  const dialogs = new OpenDialogs()
  const told: string[] = []
  let heard = 0
  dialogs.subscribe(() => (heard += 1))
  for (const key of ['a', 'b', 'c']) dialogs.open(key, () => told.push(key))
  dialogs.close('b')
  expect(told).toEqual(['b'])
  heard = 0
  dialogs.closeAll()
  expect(told).toEqual(['b', 'a', 'c'])
  expect([...dialogs.shown]).toEqual([])
  expect(heard).toBeGreaterThan(0)
  dialogs.closeAll()
  dialogs.close('a')
  expect(told).toHaveLength(3)
})
