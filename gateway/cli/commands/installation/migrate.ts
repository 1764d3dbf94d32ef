import type { Command } from 'commander'
import { item } from '../../views/views.ts'
import { show, verb } from '../command.ts'

export function migrateCommand(): Command {
  return verb('migrate', 'Bring the database up to date: roles, schemas, tables.', 'migrate').action(
    async (_, command: Command) => {
      const { databaseWait, withDatabase } = await import('../../operator/operator-database.ts')
      const { MIGRATIONS, migrateDatabase } = await import('../../process/migrations.ts')
      await withDatabase(process.env, (url) => migrateDatabase(url, databaseWait(process.env)))
      show(command, item({ migrated: MIGRATIONS.map(({ service }) => service) }))
    },
  )
}
