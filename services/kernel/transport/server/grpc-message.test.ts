import { expect, test } from 'vitest'
import { percentEncoded, withPlainMessage } from './grpc-message.ts'

test.each([
  ['title: must not be empty, at most 500 characters', 'title: must not be empty, at most 500 characters'],
  ['100 %', '100 %25'],
  ['räksmörgås\n\u{1f980}', 'r%C3%A4ksm%C3%B6rg%C3%A5s%0A%F0%9F%A6%80'],
])('the grpc-message %j is percent-encoded so that it decodes to the same text', (message, written) => {
  expect(percentEncoded(message)).toBe(written)
  expect(decodeURIComponent(written)).toBe(message)
})

test('a grpc-message set while the body is sent is encoded once, however often the trailer is read', () => {
  const trailer = new Headers()
  const answer = withPlainMessage({ status: 200, trailer })
  trailer.set('grpc-message', encodeURIComponent('a: 5 %25, b'))
  for (let n = 0; n < 2; n++) expect(answer.trailer?.get('grpc-message')).toBe('a: 5 %2525, b')
})
