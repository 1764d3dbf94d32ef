import { expect, test } from 'vitest'
import { readHttpUrl } from './http-url.ts'

const read = (A: string | undefined) => readHttpUrl({ A }, 'A')

test.each([
  [undefined, undefined],
  ['', undefined],
  ['https://attestry.example', 'https://attestry.example'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ['http://[::1]:7001', 'http://[::1]:7001'],
  ['https://a.example/below//', 'https://a.example/below'],
])('the address %s is read as %s', (given, address) => expect(read(given)).toBe(address))

test.each([
  'attestry.example',
  'localhost:7001',
  'ftp://a.example',
  'https://',
  'https:///a',
  'https://user:secret@a.example',
  'https://a.example?b',
  'https://a.example/#/today',
  'https://a.example b',
])('the address %s is refused without being repeated', (given) =>
  expect(() => read(given)).toThrow(
    /^A must be http:\/\/… or https:\/\/…, without user, query and fragment$/,
  ),
)
