import { expect, test } from 'vitest'
import { withoutFarDeadline } from './far-deadline.ts'

test.each([
  ['grpc-timeout', '99999999H', false],
  ['grpc-timeout', '597H', false],
  ['grpc-timeout', '596H', true],
  ['grpc-timeout', '2147484S', false],
  ['grpc-timeout', '99999999m', true],
  ['grpc-timeout', '1n', true],
  // A malformed deadline stays, and is refused later.
  ['grpc-timeout', '999999999H', true],
  ['connect-timeout-ms', '2147483648', false],
  ['connect-timeout-ms', '2147483647', true],
  ['connect-timeout-ms', '99999999999', true],
])('the deadline header %s: %s is kept only if it is within a timer’s range', (name, value, stays) => {
  const header = withoutFarDeadline(new Headers({ [name]: value, 'x-other': '1' }))
  expect(header.has(name)).toBe(stays)
  expect(header.get('x-other')).toBe('1')
})
