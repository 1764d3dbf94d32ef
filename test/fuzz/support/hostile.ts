import fc from 'fast-check'

/** JSON values on which parsers fail. A value that JSON.stringify cannot write is a text of RAW. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      false,
      0,
      -1,
      1,
      0.1,
      2 ** 31,
      -(2 ** 31),
      2 ** 32,
      2 ** 53 - 1,
      2 ** 53,
      2 ** 63,
      1e308,
      5e-324,
    ],
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      'x\udfff',
      '\u202e',
      '\ufeff',
      '\u2028',
      '\u{1f600}',
      'e\u0301',
      'İ',
      'ß',
    ],
    ...[
      'null',
      'true',
      '0',
      '1e400',
      'NaN',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '$ref',
    ],
    ...[
      "' or 1=1 --",
      '%s%n',
      '{{7*7}}',
      '../../etc/passwd',
      '<script>',
      '\r\nSet-Cookie: a=b',
      '\\',
      '"',
      '{1,2}',
    ],
    ...['2026-02-30T00:00:00Z', '2026-03-01T24:00:00Z', '2026-03-01T10:00:60Z', '2026-03-01T10:00:00+14:01'],
    ...[
      '1999-12-31T23:59:59.999Z',
      '2100-01-01T00:00:00Z',
      '2026-03-01 10:00:00Z',
      '2026-03-01',
      '0000-00-00',
    ],
    ...[
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '018f000000007000800000000000',
    ],
    ...['a@b', 'a@b.c\n', '"a b"@example.com', 'x'.repeat(201), 'x'.repeat(501), '\u{1f600}'.repeat(500)],
    ...['x'.repeat(20_001), 'x'.repeat(40_000), [], {}, [[]], [null], { '': '' }, new Array(501).fill('x')],
    ...[deep(70), JSON.parse('{"__proto__":{"admin":true}}'), { constructor: { prototype: {} } }],
  ),
  fc.constantFrom(...rawTexts().map((_, i) => `<<raw ${i}>>`)),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 600 }),
  fc.double(),
  fc.maxSafeInteger(),
)

/** Returns the JSON text of a value; a RAW text stays as it is. */
export function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.replace(/"<<raw (\d+)>>"/g, (_, i) => rawTexts()[Number(i)]!)
}

/** Makes values for a path, a query or a header line, short enough for a server to read all of them together. */
export const hostileText: fc.Arbitrary<string> = fc
  .oneof(
    hostile.filter((value) => typeof value === 'string').map(String),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'application/json',
      '*/*',
      'identity',
      'gzip',
      'W/"1"',
      '0',
      '-1',
      '1e9',
      'a,b',
      'a;q=2',
      'é',
    ),
  )
  .map((text) => text.slice(0, 300))

function rawTexts(): string[] {
  return [
    ...[
      '1e400',
      '-1e400',
      '-0',
      '01',
      '+1',
      '.5',
      '1.',
      'NaN',
      'Infinity',
      '9007199254740993',
      '0x10',
      'undefined',
    ],
    ...['{"a":1,"a":2}', '"\\ud800"', '"\\u0000"', '"\\x41"', "'a'", '[1,]', '{"a":1,}', '"\t"', '/**/1'],
    ...[`${'['.repeat(70)}${']'.repeat(70)}`, '['.repeat(5000), '"', '{', '1 2', `1${'0'.repeat(400)}`],
  ]
}

function deep(levels: number): unknown {
  return levels === 0 ? {} : { a: deep(levels - 1) }
}
