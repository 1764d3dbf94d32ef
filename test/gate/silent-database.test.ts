import pg from 'pg'
import { expect, test } from 'vitest'
import { SystemEntity } from '../../services/gate/store/entities/state.ts'
import { systemStore } from '../../services/gate/store/systems.ts'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { bootInstallation } from '../harness/installation.ts'

test('reads through the ORM fail as unavailable, not as internal errors, when the database does not answer', async () => {
  const at = await bootInstallation()
  const db = await openDatabase({
    ...{ url: at.databaseUrl, service: 'gate' as const, entities: [SystemEntity], log: silentLog },
    statementTimeoutMs: 3000,
  })
  const holder = new pg.Client({ connectionString: at.databaseUrl })
  await holder.connect()
  try {
    const store = systemStore(db)
    const every = { search: '', ids: [] }
    const read = () => [
      store.get(at.organization.id, mintId(new Date())),
      store.idOf(at.organization.id, 'Travel'),
      store.page(at.organization.id, every, { order: 'newest', limit: 10, cursor: undefined }),
    ]
    expect(await Promise.all(read())).toMatchObject([undefined, undefined, { rows: [] }])
    await holder.query('begin; lock table gate.systems in access exclusive mode')
    const refused = (await Promise.allSettled(read())).map(
      (one) => one.status === 'rejected' && one.reason.reason,
    )
    expect(refused).toEqual([Reason.UNAVAILABLE, Reason.UNAVAILABLE, Reason.UNAVAILABLE])
  } finally {
    await holder.end()
    await db.close()
    await at.stop()
  }
})
