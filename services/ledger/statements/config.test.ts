import { expect, test } from 'vitest'
import { readStatementConfig } from './config.ts'

const KEY = 'witness.example/w1+f176956b+BCHtDMsNTDNKZOt5NKkNVcrEP9+a/QU2u6H2bM1Bpm6Y'

test('ATTESTRY_WITNESSES names witnesses by URL and verifier key', () => {
  expect(readStatementConfig({}).witnesses).toEqual([])
  const { witnesses, allowed } = readStatementConfig({
    ATTESTRY_WITNESSES: ` https://witness.example/prefix/ ${KEY}, `,
    ATTESTRY_WITNESS_ADDRESSES: '10.1.2.3',
  })
  expect(witnesses).toMatchObject([{ url: 'https://witness.example/prefix', key: { text: KEY } }])
  expect(allowed).toEqual(['127.0.0.0/8', '::1/128', '10.1.2.3/32'])
})

test.each([
  ['https://witness.example', 'URL VERIFIER_KEY'],
  [KEY, 'URL VERIFIER_KEY'],
  [`ftp://witness.example ${KEY}`, 'URL VERIFIER_KEY'],
  [`https://a:b@witness.example ${KEY}`, 'URL VERIFIER_KEY'],
  [`https://witness.example ${KEY} x`, 'URL VERIFIER_KEY'],
  ['https://witness.example sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8', 'type 4'],
  [`https://a.example ${KEY},https://b.example ${KEY}`, 'twice'],
])('%s in ATTESTRY_WITNESSES is refused at the start', (text, why) => {
  expect(() => readStatementConfig({ ATTESTRY_WITNESSES: text })).toThrow(why)
})

test('an invalid ATTESTRY_WITNESS_ADDRESSES is refused with its own name', () => {
  expect(() => readStatementConfig({ ATTESTRY_WITNESS_ADDRESSES: 'here' })).toThrow(
    'ATTESTRY_WITNESS_ADDRESSES',
  )
})
