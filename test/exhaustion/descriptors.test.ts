import { afterAll, expect, test } from 'vitest'
import { endAll, start, temporaryDirectory } from '../harness/command.ts'
import { bootInstallation } from '../harness/installation.ts'
import { freePort } from '../harness/ports.ts'
import { call } from '../harness/rest.ts'
import { attacks, SOON } from './support/sockets.ts'

const open = attacks()
const directory = await temporaryDirectory()
afterAll(async () => {
  await endAll()
  await directory.remove()
})

test('unauthenticated connections cannot use up a process’s few file descriptors', async () => {
  const at = await bootInstallation({ shape: 'one' })
  await at.stop()
  const { databaseUrl: DATABASE_URL } = at
  const PORT = String(await freePort())
  const baseUrl = `http://127.0.0.1:${PORT}`
  const env = { ...at.env, DATABASE_URL, ATTESTRY_DATA_DIR: `${directory.path}/data`, PORT }
  let printed = ''
  const child = start(['serve'], env, 'pipe', 400)
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      printed += chunk
    })
  const isReady = () =>
    fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, SOON).toBe(true)
  expect(printed).toContain('fewer connections than configured')

  for (let round = 0; round < 3; round++)
    for (let n = 0; n < 450; n++) await open(baseUrl, '', { from: `127.0.0.${2 + (n % 3)}` })
  const body = { title: 'One', severity: 'low' }
  const { key } = at.organization
  for (let n = 0; n < 5; n++)
    expect((await call(baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
})
