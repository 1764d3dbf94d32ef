import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attestry, attestryInHost, endAll, temporaryDirectory } from '../harness/command.ts'

let root: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  root = await temporaryDirectory()
})
afterAll(async () => {
  await endAll()
  await root.remove()
})

test('serve names the database before it waits for it, without the password', async () => {
  const { stdout } = await attestry(['serve'], {
    env: {
      ...{ PORT: '0', ATTESTRY_DATA_DIR: join(root.path, 'data') },
      DATABASE_URL: 'postgres://a:hidden@127.0.0.1:1/c',
    },
  })
  expect(stdout).toBe('Connecting to PostgreSQL at 127.0.0.1:1.\n')
})

test('an empty ATTESTRY_DATA_DIR is refused by every command, and nothing is written', async () => {
  for (const command of [['serve'], ['org', 'list'], ['env'], ['login', '--email', 'a@b.example']]) {
    const refused = await attestryInHost(command, { ATTESTRY_DATA_DIR: '' })
    expect([command, refused]).toMatchObject([
      command,
      { stdout: '', stderr: expect.stringContaining('ATTESTRY_DATA_DIR is empty') },
    ])
    expect(refused.code).toBeGreaterThan(0)
    expect(refused.stderr.trim().split('\n')).toHaveLength(1)
  }
})
