import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The compiler does not check the fields of a literal that is spread into another. */
test('no object literal is spread into another', () => {
  const files = execFileSync('git', ['ls-files', 'services', 'gateway', 'clients', 'proto', 'verifier/src'])
    .toString()
    .split('\n')
    .filter(
      (path) => /\.(?:ts|tsx|mjs)$/.test(path) && !/\.test\.ts$|\/(?:gen|dist)\/|-rules\.mjs$/.test(path),
    )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((path) => /[{,]\s*\.\.\.\{/.test(readFileSync(path, 'utf8')))).toEqual([])
})
