import { closeSync, openSync, writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { incident } from './support/honest.ts'
import { TestLog } from './support/log.ts'
import { buildPackage } from './support/package.ts'
import { asFile, outcome } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { tamper } from './support/tamper.ts'

/** In the place of the page that says how to check a package by hand: two thirds of the bytes, all of them under one hash. */
const PAGE = Buffer.from('How to check this package by hand.\n')

test('verify.mjs rejects a small package with any single bit flipped, with or without a pin', {
  timeout: 600_000,
}, async () => {
  const log = new TestLog()
  log.append('createIncident', { incidents: [incident('a', 1, 'open')] })
  const key = makeKey()
  const written = await buildPackage(log, key)
  const good = await tamper(written, (files) => files.set('VERIFICATION.md', PAGE), key)
  const path = asFile(good)
  const file = openSync(path, 'r+')
  const accepted: string[] = []
  for (let offset = 0; offset < good.length; offset++) {
    for (let bit = 0; bit < 8; bit++) {
      writeSync(file, Buffer.of(good[offset]! ^ (1 << bit)), 0, 1, offset)
      if ((await outcome(path)) === 'verified') accepted.push(`bit ${bit} of byte ${offset}`)
    }
    writeSync(file, good, offset, 1, offset)
  }
  closeSync(file)
  expect(accepted).toEqual([])
  expect(await outcome(path, { pin: [key.kid] })).toBe('verified')
})
