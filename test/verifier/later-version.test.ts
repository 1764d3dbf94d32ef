import { expect, test } from 'vitest'
import { eventfulLog } from './support/honest.ts'
import { buildPackage } from './support/package.ts'
import { outcome, verify } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { edit, type Files, tamper } from './support/tamper.ts'

const key = makeKey()
const good = await buildPackage(eventfulLog(), key)
const changed = (change: (manifest: { [member: string]: unknown }, files: Files) => void) =>
  tamper(good, (files) => edit(files, 'manifest.json', (manifest) => change(manifest, files)), key)

test.each<[string, (manifest: { [member: string]: unknown }, files: Files) => void]>([
  ['and nothing else is new', () => {}],
  ['parts have further members', (m) => (m.parts = (m.parts as object[]).map((p) => ({ ...p, codec: 'x' })))],
  ['parts are no list', (m) => (m.parts = { audit: [] })],
  [
    'members are gone',
    (m) => {
      for (const name of ['counts', 'parts', 'log', 'type']) delete m[name]
    },
  ],
  ['there are further files', (_, files) => files.set('log/new.json', Buffer.from('{}\n'))],
])(
  'a package of a later format version asks for a newer verifier, and is not called malformed: %s',
  async (_, change) => {
    const bytes = await changed((manifest, files) => {
      manifest.format_version = 4
      change(manifest, files)
    })
    const { failures, remarks } = await verify(bytes)
    const [failure] = failures
    expect(failure).toMatchObject({ code: 'manifest_version', file: 'manifest.json' })
    expect(failure!.message).toContain('a newer one is needed')
    expect(remarks).toEqual([
      expect.stringMatching(/^The manifest names a later format .* says nothing for or against the package/),
    ])
  },
)

test.each([0, -1, 1.5, '3', null, true, {}, [3], 2 ** 53])(
  'format version %j is refused as manifest_version, without asking for a newer verifier',
  async (version) => {
    const { failures, remarks } = await verify(
      await changed((manifest) => (manifest.format_version = version)),
    )
    expect(failures.map(({ code }) => code)).toEqual(['manifest_version'])
    // No later release makes such a package: whoever has it is not sent to one.
    expect(remarks).toEqual([])
  },
)

test('a manifest without a format version is malformed', async () => {
  expect(await outcome(await changed((manifest) => delete manifest.format_version))).toBe('manifest_form')
})
