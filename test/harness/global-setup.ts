import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { freshBundle } from '../../gateway/cli/bundle/fresh.mjs'
import { kmsEnvironment } from '../../gateway/cli/process/local-kms.ts'
import { migrateDatabase } from '../../gateway/cli/process/migrations.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { startLocalKms } from '../../services/local/kms/local-kms.ts'
import { startLocalPostgres } from '../../services/local/postgres/local-postgres.ts'
import { createDatabase, sql } from './database.ts'
import { makeFastDirectory } from './fast-directory.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of the run's cluster. */
    clusterUrl: string
    /** The environment of the run's key service: endpoint, keys, credentials. */
    kms: { [variable: string]: string }
  }
}

/**
 * Starts one temporary PostgreSQL and one key service for the whole run, with a migrated template that every test file clones.
 * ATTESTRY_TEST_CLUSTER_URL: the URL of a superuser of another, empty PostgreSQL, for example of another version.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeFastDirectory()
  await chmod(dataDir, 0o711)
  // Where this fails, the tests only take longer.
  const made = makeOnce().catch((error: unknown) =>
    process.stderr.write(`nothing was made ahead: ${error}\n`),
  )
  const given = process.env.ATTESTRY_TEST_CLUSTER_URL
  const postgres =
    given === undefined
      ? await startLocalPostgres({ dataDir, log: () => {}, durability: 'none' })
      : { url: given, stop: async () => {} }
  if (given === undefined) {
    await hashPasswordOnce(postgres.url)
    await copyInTheKernel(postgres.url)
    if (project.name === 'system') await leaveUnvacuumed(postgres.url)
  }
  const template = await createDatabase(postgres.url, 'template_attestry')
  await migrateDatabase(template, { seconds: 120, log: silentLog })
  const kms = await startLocalKms({ dataDir })
  await made
  project.provide('clusterUrl', postgres.url)
  project.provide('kms', kmsEnvironment(kms) as { [variable: string]: string })
  return async () => {
    await kms.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Bundles the server's command, since each command of a test takes several times as long from its sources. Compiles the modules
 * of a composition, since workers start together and each of them would compile them. Both are done only where the sources have
 * changed.
 */
async function makeOnce(): Promise<void> {
  const isBundled = freshBundle() !== undefined
  if (!isBundled) await script('../../gateway/cli/bundle/build.mjs')
  if (!isBundled || !existsSync(new URL('../../node_modules/.cache/attestry-tests', import.meta.url)))
    await script('compile.mjs')
}

async function script(path: string): Promise<void> {
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL(path, import.meta.url))])
}

/**
 * Sets one round of password hashing. Thousands of connections would take 4,096 rounds each on both sides; the password is for
 * one run.
 */
async function hashPasswordOnce(url: string): Promise<void> {
  await sql(url, `set scram_iterations = 1; alter role current_user password '${new URL(url).password}'`)
}

/**
 * Lets the kernel clone the files of databases without copying them, where the file system can. Each test file clones databases.
 */
async function copyInTheKernel(url: string): Promise<void> {
  await sql(url, 'alter system set file_copy_method = clone')
  await sql(url, 'select pg_reload_conf()')
}

/**
 * Starts no autovacuum. A file of `system` rarely takes the minute after which a database has its turn; the databases of the files
 * before it have theirs all the time.
 */
async function leaveUnvacuumed(url: string): Promise<void> {
  await sql(url, 'alter system set autovacuum = off')
  await sql(url, 'select pg_reload_conf()')
}
