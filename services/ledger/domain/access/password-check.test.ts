import { expect, test } from 'vitest'
import { Reason } from '../../../kernel/errors/errors.ts'
import { checkPassword } from './password-check.ts'

const check = (password: string): Promise<void> =>
  checkPassword('password', password, 'mara.lindqvist@acme.example')

test.each([
  'Password123!',
  'qwertyuiop',
  '1234567890',
  'Summer2024!',
  'Welcome2026!',
  'P@ssw0rd2024',
  'iloveyou123',
  'abcdefghijklm',
  'zyxwvutsrq',
  'aaaaaaaaaaaaaaaa',
  'abababababab',
  'lindqvist2026',
  'Attestry1!',
  'mara.lindqvist@acme.example',
  'Mara.Lindqvist',
  'maralindqvist26',
  'acme.example1',
  'correct horse battery staple',
  'Tr0ub4dor&3',
  'a'.repeat(1000),
  'password'.repeat(120),
])('the password %j is refused as easy to guess', async (password) => {
  await expect(check(password)).rejects.toMatchObject({
    reason: Reason.VALIDATION,
    details: { fieldErrors: { password: [expect.stringContaining('easy to guess')] } },
  })
})

test.each([
  'seven quiet herons by the quay',
  'Correct-horse-1',
  'vT9#kq2LmZ',
  'a new password entirely',
  `${'a'.repeat(40)} and then a sentence`,
  Array.from({ length: 1000 }, (_, i) => String.fromCharCode(33 + ((i * i) % 90))).join(''),
])('the password %j is accepted', async (password) => {
  await expect(check(password)).resolves.toBeUndefined()
})

test.each(['short', 'x'.repeat(1001)])('the password %j is refused for its length', async (password) => {
  await expect(check(password)).rejects.toMatchObject({ reason: Reason.VALIDATION })
})
