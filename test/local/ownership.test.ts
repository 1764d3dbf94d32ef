import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { issue, makeAuthority } from '../../gateway/cli/commands/installation/certificate-authority.ts'
import { withClientToken } from '../../gateway/cli/data-directory/environment.ts'
import { gatewayUrl } from '../../gateway/cli/data-directory/instance.ts'
import { readTls } from '../../services/kernel/transport/tls.ts'
import { isRoot, keepPrivate, openDataDirectory } from '../../services/local/data-directory.ts'
import { startLocalKms } from '../../services/local/kms/local-kms.ts'
import { runningPostgresUrl } from '../../services/local/postgres/running-postgres.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attestry-ownership-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const NOBODY = 65_534
const REFUSED = { name: 'LocalError', code: 'not_ours' }

/** How somebody else comes to own a path or to change it; only root can give one away. */
const WAYS: [string, (path: string) => Promise<void>][] = [
  ['writable by everybody', (path) => chmod(path, 0o777)],
  ['writable by its group', (path) => chmod(path, 0o770)],
  ...(isRoot()
    ? [
        ['of another user', (path) => chown(path, NOBODY, NOBODY)] as [
          string,
          (path: string) => Promise<void>,
        ],
      ]
    : []),
]

test.each(WAYS)('a data directory %s is refused, and nothing is written to it', async (_, make) => {
  await make(dataDir)
  await expect(openDataDirectory(dataDir)).rejects.toMatchObject(REFUSED)
  await expect(withClientToken({ ATTESTRY_DATA_DIR: dataDir })).rejects.toMatchObject(REFUSED)
  await chmod(dataDir, 0o700)
})

test.each(WAYS)('a client token, key or instance file %s is refused', async (_, make) => {
  await openDataDirectory(dataDir)
  await mkdir(join(dataDir, 'kms'), { mode: 0o700 })
  await mkdir(join(dataDir, 'postgres'), { mode: 0o700 })
  const planted = [
    'client-token',
    'instance.json',
    'kms/credentials.json',
    'postgres/password',
    'postgres/port',
  ]
  for (const name of planted) {
    await writeFile(join(dataDir, name), '{"url":"http://127.0.0.1:9"}', { mode: 0o600 })
    await make(join(dataDir, name))
  }
  await expect(withClientToken({ ATTESTRY_DATA_DIR: dataDir })).rejects.toMatchObject(REFUSED)
  await expect(gatewayUrl({ ATTESTRY_DATA_DIR: dataDir })).rejects.toMatchObject(REFUSED)
  await expect(startLocalKms({ dataDir })).rejects.toMatchObject(REFUSED)
  await expect(runningPostgresUrl(dataDir)).rejects.toMatchObject(REFUSED)
})

test.each(WAYS)('a key directory %s is refused', async (_, make) => {
  await openDataDirectory(dataDir)
  await mkdir(join(dataDir, 'kms'))
  await make(join(dataDir, 'kms'))
  await expect(startLocalKms({ dataDir })).rejects.toMatchObject(REFUSED)
})

test('a symbolic link in place of a secret is refused, whoever owns its target', async () => {
  await openDataDirectory(dataDir)
  const elsewhere = join(dataDir, 'elsewhere')
  await writeFile(elsewhere, 'known', { mode: 0o600 })
  await symlink(elsewhere, join(dataDir, 'client-token'))
  await expect(withClientToken({ ATTESTRY_DATA_DIR: dataDir })).rejects.toMatchObject({
    ...REFUSED,
    message: expect.stringContaining('client-token is a symbolic link'),
  })
})

test('a data directory behind a link is checked at the link’s target', async () => {
  const real = join(dataDir, 'real')
  await mkdir(real, { mode: 0o700 })
  const link = join(dataDir, 'link')
  await symlink(real, link)
  expect(await openDataDirectory(link)).toMatch(/real$/)
  await chmod(real, 0o777)
  await expect(openDataDirectory(link)).rejects.toMatchObject(REFUSED)
})

test('keepPrivate keeps a secret and reads it again', async () => {
  const path = join(await openDataDirectory(dataDir), 'secret')
  expect(await keepPrivate(path, () => 'first')).toBe('first')
  expect(await keepPrivate(path, () => 'second')).toBe('first')
})

test.each(WAYS)('a TLS private key %s is refused', async (_, make) => {
  const [cert, key] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')]
  const validity = { from: new Date(0), until: new Date('2099-01-01') }
  const issued = await issue(await makeAuthority('authority', validity), 'gate', ['gate'], validity)
  await writeFile(cert, issued.certificate)
  await writeFile(key, issued.key, { mode: 0o600 })
  const env = { ATTESTRY_TLS_CERT: cert, ATTESTRY_TLS_KEY: key }
  expect(readTls(env)).toMatchObject({ server: { key: issued.key } })
  await make(key)
  expect(() => readTls(env)).toThrow('belongs to another user, or others can change it')
})
