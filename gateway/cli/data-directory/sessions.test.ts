import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pickSession } from './sessions.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attestry-sessions-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

test('without a session, the error names the data directory and how to sign in', async () => {
  await expect(pickSession(dataDir, {})).rejects.toThrow(
    `${dataDir} has no session. Sign in with attestry login`,
  )
  await expect(pickSession(dataDir, { as: 'a@b.example' })).rejects.toThrow(
    /has no session of a@b\.example\. .*--email a@b\.example .*ATTESTRY_DATA_DIR/,
  )
})
