import { expect, test } from 'vitest'
import { addressesIn } from './hosts-file.ts'

const HOSTS = `# names of this machine
127.0.0.1\tlocalhost  Own.Example # and not other.example
::1 localhost
10.0.0.5   hooks.example.com.
999.0.0.1  broken.example
10.0.0.6
`

test.each([
  ['localhost', ['127.0.0.1', '::1']],
  ['own.example', ['127.0.0.1']],
  ['HOOKS.example.com', ['10.0.0.5']],
  ['hooks.example.com.', ['10.0.0.5']],
  ['example.com', []],
  ['other.example', []],
  ['broken.example', []],
  ['10.0.0.6', []],
])('the addresses of %s are read from the hosts file', (name, addresses) => {
  expect(addressesIn(HOSTS, name).map(({ address }) => address)).toEqual(addresses)
})
