import { expect, test } from 'vitest'
import { isKnown } from './if-none-match.ts'

test.each(['"a1"', 'W/"a1"', '"b", W/"a1"', '"x,y","a1"', '*'])(
  'If-None-Match %s matches the ETag',
  (header) => {
    expect(isKnown(header, '"a1"')).toBe(true)
  },
)

test.each([undefined, '', 'a1', '"a"', 'W/"b"', '"b", "c"', '"a1'])(
  'If-None-Match %s does not match the ETag',
  (header) => {
    expect(isKnown(header, '"a1"')).toBe(false)
  },
)
