import type { Constructor } from '@mikro-orm/core'
import { Migration, Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import type { ServiceMigrations } from './migrate.ts'

/** Runs the migrations that a prepared database lacks, each service's in one transaction. */
export async function runMigrations(url: string, services: ServiceMigrations[]): Promise<void> {
  for (const { service, migrations } of services) {
    const orm = new MikroORM({
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
