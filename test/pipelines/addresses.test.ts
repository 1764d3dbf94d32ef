import { expect, test } from 'vitest'
import { serverOf } from '../../clients/cli/src/api/server.ts'

const ATTESTRY_API_KEY = 'atk_x'
const GOOD = 'https://attestry.example.com'

test.each([
  ['ftp://x', 'must be https'],
  ['attestry.example.com', 'not an address'],
  ['https://a:b@x', 'must not hold credentials'],
  ['https://x/?q', 'must not hold a query'],
  ['https://x/api/v1', 'write the address of the installation, without /api/v1'],
])('a wrong address is reported by the name of its option or variable: %s', (url, what) => {
  const at = (option: string | undefined, env: NodeJS.ProcessEnv) => () =>
    serverOf(option, { ...env, ATTESTRY_API_KEY })
  expect(at(url, { ATTESTRY_URL: GOOD })).toThrow(`--url: ${what}`)
  expect(at(undefined, { ATTESTRY_URL: url, ATTESTRY_BASE_URL: GOOD })).toThrow(`ATTESTRY_URL: ${what}`)
  expect(at(undefined, { ATTESTRY_URL: '', ATTESTRY_BASE_URL: url })).toThrow(`ATTESTRY_BASE_URL: ${what}`)
})
