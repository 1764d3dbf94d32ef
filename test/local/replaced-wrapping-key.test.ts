import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withLocalKms } from '../../gateway/cli/process/local-kms.ts'
import { createKms } from '../../services/kernel/crypto/kms.ts'
import { type SealedSecret, sealedSecrets } from '../../services/kernel/crypto/sealed-secrets.ts'
import { readWrappingKeys } from '../../services/kernel/crypto/wrapping-keys.ts'

test('docs/operations.md: a local wrapping key that is replaced opens what it wrapped while it is named as a former one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'attestry-wrapping-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const context = { purpose: 'test' }
  const start = async <T>(former: string, use: (secrets: ReturnType<typeof sealedSecrets>) => Promise<T>) => {
    const given = { ATTESTRY_DATA_DIR: dataDir, ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS: former }
    const { env, kms } = await withLocalKms(given, () => {})
    const client = createKms({ endpoint: kms.endpoint, region: kms.region, credentials: kms.credentials })
    return use(sealedSecrets(client, readWrappingKeys(env))).finally(async () => {
      await client.close()
      await kms.stop()
    })
  }
  const name = join(dataDir, 'kms', 'wrapping-key')
  const sealed = await start('', (secrets) => secrets.seal(context, 'old secret'))
  const old = `arn:aws:kms:local:000000000000:key/${readFileSync(name, 'utf8').trim()}`
  rmSync(name)

  const open = (one: SealedSecret) => (secrets: ReturnType<typeof sealedSecrets>) =>
    secrets.unwrap(context, one)
  await expect(start('', open(sealed))).rejects.toThrow()
  expect(await start(old, open(sealed))).toBe('old secret')
  const again = await start(old, (secrets) => secrets.seal(context, 'new secret'))
  expect(await start('', open(again))).toBe('new secret')
})
