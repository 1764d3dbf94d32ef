import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The marks of SQL: the words of a statement, casts of parameters, and the parts of the kernel that statements are made of. */
const SQL = /\bw\.json\b|\$\d*::|\bselect .+ from\b|\binsert into\b|database\/(?:filtered|seek)/

test('handlers and domains contain no SQL', () => {
  const files = execFileSync('git', ['ls-files', 'services'])
    .toString()
    .split('\n')
    .filter((path) => /^services\/\w+\/(?:rpc|domain)\/.*(?<!\.test)\.ts$/.test(path))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((path) => SQL.test(readFileSync(path, 'utf8')))).toEqual([])
})
