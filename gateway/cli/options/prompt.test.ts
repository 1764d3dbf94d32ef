import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { UsageError } from '../errors/usage-error.ts'
import { asked, askedSecretly, confirm } from './prompt.ts'

function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let shown = ''
  output.on('data', (chunk) => {
    shown += String(chunk)
  })
  return { at: { input, output }, input, shown: () => shown }
}

test('a password is read with its spaces, and not echoed', async () => {
  const { at, input, shown } = terminal()
  const answer = askedSecretly('Password: ', at)
  input.write(' plum lantern 74 \r')
  expect(await answer).toBe(' plum lantern 74 ')
  expect(shown()).toBe('Password: \n')
})

test('an answer that is not secret is echoed', async () => {
  const { at, input, shown } = terminal()
  const answer = asked('E-mail: ', at)
  input.write('me@bank.example\r')
  expect(await answer).toBe('me@bank.example')
  expect(shown()).toContain('E-mail: ')
})

test.each([
  ['an empty line', '\r'],
  ['Ctrl C', '\u0003'],
  ['Ctrl D', '\u0004'],
])('%s is refused as an answer', async (_name, typed) => {
  const { at, input } = terminal()
  const answer = askedSecretly('Password: ', at)
  input.write(typed)
  await expect(answer).rejects.toThrow(UsageError)
})

test('yes confirms a question', async () => {
  const { at, input } = terminal()
  const answer = confirm('Certify exactly this? ', at)
  input.write('yes\r')
  await expect(answer).resolves.toBeUndefined()
})

test.each(['y\r', 'no\r'])(
  '%j ends the command, and the message says which answer confirms',
  async (typed) => {
    const { at, input } = terminal()
    const answer = confirm('Certify exactly this? ', at)
    input.write(typed)
    await expect(answer).rejects.toThrow('nothing was done: the answer was not the whole word yes')
  },
)

test.each(['\r', '\u0003', '\u0004'])('%j ends the command without a confirmation', async (typed) => {
  const { at, input } = terminal()
  const answer = confirm('Certify exactly this? ', at)
  input.write(typed)
  await expect(answer).rejects.toThrow(UsageError)
})
