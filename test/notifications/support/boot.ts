import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type Client, createClient } from '@connectrpc/connect'
import { sessionCaller } from '../../../gateway/cli/calls/session-caller.ts'
import { NotificationService } from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { systemClock } from '../../../services/kernel/clock.ts'
import { openDatabase } from '../../../services/kernel/database/database.ts'
import { createLog, silentLog } from '../../../services/kernel/logging/log.ts'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import { startMailServer, startReceiver } from './receivers.ts'

/** Starts an installation with a mail server and a receiver of HTTP calls on loopback. Collects everything that it logs. */
export async function bootNotifications(env: NodeJS.ProcessEnv = {}) {
  const [mail, receiver] = await Promise.all([startMailServer(), startReceiver()])
  const dir = await mkdtemp(join(tmpdir(), 'attestry-notify-'))
  const ca = join(dir, 'ca.pem')
  await writeFile(ca, mail.ca)
  const logged: string[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      logged.push(String(chunk))
      done()
    },
  })
  const at = await bootInstallation({
    log: createLog({ ATTESTRY_LOG_LEVEL: 'debug' }, stream),
    env: {
      ATTESTRY_NOTIFICATION_ADDRESSES: '127.0.0.0/8',
      ATTESTRY_SMTP_URL: mail.url,
      ATTESTRY_SMTP_FROM: 'Attestry <attestry@example.com>',
      ATTESTRY_SMTP_CA: ca,
      ...env,
    },
  })
  return {
    ...{ at, mail, receiver, logged },
    stop: async () => {
      await at.stop()
      await mail.stop()
      receiver.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Returns the notification service as a person calls it. */
export function notificationsAs(at: TestInstallation, session: string) {
  const client: Client<typeof NotificationService> = createClient(
    NotificationService,
    at.composition.transports.ledger,
  )
  const as = (operation: string) => sessionCaller(operation, session, systemClock)
  return { client, as }
}

/** Returns all notifications of the organization, newest first. */
export async function listedNotifications({ client, as }: ReturnType<typeof notificationsAs>) {
  return (await client.listNotifications({ page: { limit: 200 } }, as('listNotifications'))).notifications
}

/** Starts an installation that finds and sends no notifications by itself, with a connection of the ledger to its database. */
export async function bootWithoutNotifier() {
  const at = await bootInstallation({ env: { ATTESTRY_NOTIFICATIONS: 'off' } })
  const db = await openDatabase({ url: at.databaseUrl, service: 'ledger', entities: [], log: silentLog })
  return {
    at,
    db,
    async stop() {
      await db.close()
      await at.stop()
    },
  }
}
