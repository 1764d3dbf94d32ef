import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** What a handler calls that asks the key service. */
const ASKS = /\bsecrets\s*\.(make|seal)\(|\bsigningKeys\s*\.(rotate|signStatement)\(/

const PLACES = 'services/kernel/concurrency/call-places.ts'

test('the RPCs whose handlers ask the key service have the places of such calls', () => {
  const handlers = globSync('services/*/rpc/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const asking = handlers.filter((file) => ASKS.test(readFileSync(file, 'utf8')))
  const names = asking.map((file) =>
    basename(file, '.ts').replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
  )
  const list = /OF_KEY_SERVICE[^[]*\[([^\]]*)\]/.exec(readFileSync(PLACES, 'utf8'))?.[1] ?? ''
  const listed = [...list.matchAll(/\.method\.(\w+)/g)].map(([, name]) => name)
  expect(listed.sort()).toEqual(names.sort())
})
