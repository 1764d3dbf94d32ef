import { expect, test } from 'vitest'
import { askWith, signInAgain, whileAsked } from './session-ended.ts'

const { signal } = new AbortController()

test('other calls wait while a person is asked to sign in again', async () => {
  let signIn = (): void => {}
  askWith(
    () =>
      new Promise((resolve) => {
        signIn = resolve
      }),
  )
  const again = Promise.all([signInAgain(), signInAgain()])
  let isWaiting = true
  const other = whileAsked(signal).then(() => {
    isWaiting = false
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isWaiting).toBe(true)
  signIn()
  expect(await again).toEqual([true, true])
  await other
  askWith(undefined)
})

test('a call that was cancelled does not wait', async () => {
  askWith(() => new Promise(() => {}))
  const again = signInAgain()
  const cancelled = new AbortController()
  const other = whileAsked(cancelled.signal)
  cancelled.abort()
  await other
  await whileAsked(AbortSignal.abort())
  askWith(undefined)
  expect(await again).toBe(false)
})

test('nobody waits for a dialog that is gone, such as after a sign-out', async () => {
  askWith(() => new Promise(() => {}))
  const again = signInAgain()
  askWith(undefined)
  await whileAsked(signal)
  expect(await again).toBe(false)
  expect(await signInAgain()).toBe(false)
})
