import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { verify } from '../support/run.ts'
import { unpack } from '../support/zip.ts'

/** Packages as they were made when each version was the newest. KEY_ID of version 3 is the first of three keys: two rotations lead to the signer. */
describe.each([1, 2, 3])('packages of format version %s', (version) => {
  const stored = (name: string) =>
    readFileSync(new URL(`../../vectors/packages-v${version}/${name}`, import.meta.url))
  const kid = stored('KEY_ID').toString().trim()

  test.each(['whole', 'period', 'incident'])('still verify: %s', async (name) => {
    const bytes = stored(`${name}.zip`)
    const found = await verify(bytes, { pin: [kid] })
    expect(found.failures).toEqual([])
    expect(found.verdict).toBe('VERIFIED')
    const { format_version, csv, exported_at } = JSON.parse(unpack(bytes).get('manifest.json')!.toString())
    expect(format_version).toBe(version)
    // Tables for people came with version 3, the time of the export with version 2.
    expect(csv === undefined).toBe(version < 3)
    expect(exported_at === undefined).toBe(version < 2)
    expect(found.package?.exported_at === null).toBe(version < 2)
  })
})

test('the verifier’s report uses the singular for one attachment', async () => {
  const read = (name: string) => readFileSync(new URL(`../../vectors/packages-v3/${name}`, import.meta.url))
  const { steps } = await verify(read('incident.zip'), { pin: [read('KEY_ID').toString().trim()] })
  expect(steps.find(({ step }) => step === 'records')?.detail).toBe(
    '4 records, each as its receipt says; the bytes of 1 attachment',
  )
})
