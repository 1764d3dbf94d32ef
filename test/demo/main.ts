import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ended, serve, temporaryDirectory } from '../harness/command.ts'
import { freePort } from '../harness/ports.ts'
import { startMailServer, startReceiver } from '../notifications/support/receivers.ts'
import { breach } from './breach.ts'
import { evidence } from './evidence.ts'
import { narrator, Unexpected } from './narrator.ts'
import { drift, gateBlocked, gatePassed, incidents } from './story.ts'

/**
 * npm run demo: starts an instance on a free port, plays the whole story on it with real requests, and deletes it at the end. The
 * exit code is 0 only if every step gave the expected answer.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const directory = await temporaryDirectory()
const dataDir = join(directory.path, 'data')
const port = await freePort()
const [mail, receiver] = await Promise.all([startMailServer(), startReceiver()])
const ca = join(directory.path, 'mail-ca.pem')
await writeFile(ca, mail.ca)
const env = {
  ...{ PORT: String(port), ATTESTRY_DATA_DIR: dataDir, ATTESTRY_LOG_LEVEL: 'warn' },
  ...{
    ATTESTRY_SMTP_URL: mail.url,
    ATTESTRY_SMTP_FROM: 'Attestry <attestry@example.com>',
    ATTESTRY_SMTP_CA: ca,
  },
  ATTESTRY_NOTIFICATION_ADDRESSES: '127.0.0.0/8',
}
let server: Awaited<ReturnType<typeof serve>> | undefined
const interrupt = (): void => void server?.child.kill('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
try {
  say('Starting an instance of its own (embedded PostgreSQL, local key service) …')
  server = await serve(env)
  const bootstrap = JSON.parse(await readFile(join(dataDir, 'bootstrap.json'), 'utf8'))
  say(`Ready on ${bootstrap.base_url}, for the organization "${bootstrap.organization.name}".`)
  const narrate = narrator(say, { baseUrl: bootstrap.base_url, env })
  await incidents(narrate, bootstrap)
  const { systemId } = await gateBlocked(narrate, bootstrap)
  await gatePassed(narrate, bootstrap, systemId)
  await drift(narrate, bootstrap, systemId)
  const auditing = join(directory.path, 'evidence')
  await mkdir(auditing)
  await chmod(auditing, 0o700)
  await breach(narrate, bootstrap, { mail, receiver }, auditing)
  await evidence(narrate, bootstrap, auditing)
  say('\nEvery step answered as it should.')
} catch (error) {
  process.exitCode = 1
  say(error instanceof Unexpected ? `   ✗ ${error.message}` : `   ✗ ${(error as Error).stack}`)
} finally {
  if (server !== undefined) {
    server.child.kill('SIGTERM')
    await ended(server.child)
  }
  await mail.stop()
  receiver.stop()
  await directory.remove()
}
