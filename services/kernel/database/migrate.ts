import type { Constructor } from '@mikro-orm/core'
import { Migration, Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import type { ServiceName } from '../identity/access.ts'
import { prepareSql } from './prepare.ts'

/** A service's migrations in order, each a named list of statements. A migration that has landed never changes. */
export type ServiceMigrations = { service: ServiceName; migrations: { name: string; statements: string[] }[] }

/**
 * Brings a database up to date: roles and schemas first, then each service's migrations in the order given, all as
 * the connecting user (the owner). Two processes that do this at once wait for each other.
 */
export async function migrate(url: string, services: ServiceMigrations[]): Promise<void> {
  for (const [index, { service, migrations }] of services.entries()) {
    const orm = await MikroORM.init({
      clientUrl: url,
      entities: [],
      discovery: { warnWhenNoEntities: false },
      extensions: [Migrator],
      pool: { min: 0, max: 2 },
      migrations: {
        tableName: `${service}.migrations`,
        snapshot: false,
        silent: true,
        migrationsList: migrations.map(({ name, statements }) => ({ name, class: migrationOf(statements) })),
      },
    })
    try {
      const connection = orm.em.getConnection()
      if (index === 0)
        await connection.transactional((tx) => connection.execute(prepareSql(), [], 'run', tx).then(() => {}))
      await connection.transactional(async (tx) => {
        await connection.execute(`select pg_advisory_xact_lock(${MIGRATE_LOCK})`, [], 'run', tx)
        await orm.migrator.up()
      })
    } finally {
      await orm.close(true)
    }
  }
}

const MIGRATE_LOCK = 7_244_002

function migrationOf(statements: string[]): Constructor<Migration> {
  return class extends Migration {
    override up(): void {
      for (const statement of statements) this.addSql(statement)
    }
  }
}
