import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SETTING = /^ENV (MALLOC_MMAP_THRESHOLD_)=(\d+)$/m
const isGlibc =
  (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime !==
  undefined

/** Hashes passwords in four threads, with the memory of services/ledger/domain/access/password.ts. Prints the MiB that the process keeps. */
const HASHES = `
  const { argon2 } = require('node:crypto')
  const { readFileSync } = require('node:fs')
  const resident = () => Number(/^VmRSS:\\s+(\\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))[1]) / 1024
  const options = { message: 'x', nonce: Buffer.alloc(16), memory: 19456, passes: 1, parallelism: 1, tagLength: 32 }
  const hash = () => new Promise((done) => argon2('argon2id', options, done))
  const before = resident()
  Promise.all(Array.from({ length: 32 }, hash)).then(() => console.log(resident() - before))`

test.skipIf(!isGlibc)('the image’s allocator setting gives the memory of password hashes back', () => {
  const [, name = '', value] = SETTING.exec(readFileSync('deploy/Containerfile', 'utf8')) ?? []
  const kept = execFileSync(process.execPath, ['-e', HASHES], { env: { [name]: value } })
  expect(Number(kept)).toBeLessThan(40)
})
