import { expect, test } from 'vitest'
import { Attestry, sign } from '../../clients/typescript/src/index.ts'

const baseUrl = 'https://attestry.example.com'
const apiKey = 'atk_a'
// What process.env gives for a variable that is not set.
const unset = undefined as unknown as string

test.each([
  [{ baseUrl: '127.0.0.1:8080', apiKey }, 'baseUrl: write https://attestry.example.com'],
  [{ baseUrl: unset, apiKey }, 'baseUrl: write https://attestry.example.com'],
  [{ baseUrl: 'ftp://attestry.example.com', apiKey }, 'baseUrl: write https://attestry.example.com'],
  [{ baseUrl, apiKey: unset }, 'apiKey: not a key'],
  [{ baseUrl, apiKey: '' }, 'apiKey: not a key'],
])('the TypeScript client names the option that cannot work: %j', (options, message) => {
  expect(() => new Attestry(options)).toThrow(new TypeError(message))
})

test('an empty secret is a wrong argument, and nothing is sent', async () => {
  await expect(sign('', '{}')).rejects.toThrow(new TypeError('secret: is empty'))
})
