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
  dialogs.closeSaved()
  expect(told).toEqual(['b', 'a', 'c'])
  expect([...dialogs.shown]).toEqual([])
  expect(heard).toBeGreaterThan(0)
  dialogs.closeSaved()
  dialogs.close('a')
  expect(told).toHaveLength(3)
})

test('a dialog from which something would be lost stays until it is closed by itself', () => {
  const dialogs = new OpenDialogs()
  for (const key of ['typed', 'looked at']) dialogs.open(key, () => {})
  dialogs.setUnsaved('typed', 'form', true)
  dialogs.closeSaved()
  expect([...dialogs.shown.keys()]).toEqual(['typed'])
  dialogs.setUnsaved('typed', 'form', false)
  dialogs.closeSaved()
  expect([...dialogs.shown.keys()]).toEqual([])
  dialogs.open('again', () => {})
  dialogs.setUnsaved('again', 'form', true)
  dialogs.close('again')
  dialogs.open('again', () => {})
  dialogs.closeSaved()
  expect([...dialogs.shown.keys()]).toEqual([])
})

test('a dialog stays as long as one of its parts has something that would be lost', () => {
  const dialogs = new OpenDialogs()
  dialogs.open('both', () => {})
  dialogs.setUnsaved('both', 'calls', true)
  dialogs.setUnsaved('both', 'form', false)
  dialogs.closeSaved()
  expect([...dialogs.shown.keys()]).toEqual(['both'])
  dialogs.setUnsaved('both', 'calls', false)
  dialogs.closeSaved()
  expect([...dialogs.shown.keys()]).toEqual([])
})
