import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { freshBundle } from '../../gateway/cli/bundle/fresh.mjs'
import { kmsEnvironment } from '../../gateway/cli/process/local-kms.ts'
import { migrateDatabase } from '../../gateway/cli/process/migrations.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { startLocalKms } from '../../services/local/kms.ts'
import { startLocalPostgres } from '../../services/local/postgres.ts'
import { createDatabase, sql } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of the run's cluster. */
    clusterUrl: string
    /** The environment of the run's key service: endpoint, keys, credentials. */
    kms: { [variable: string]: string }
  }
}

/**
 * One throw-away PostgreSQL and key service for the whole run, with a migrated template that every test file clones.
 * ATTESTRY_TEST_CLUSTER_URL: a superuser's address of another, empty PostgreSQL, e.g. of another version.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'attestry-test-'))
  await chmod(dataDir, 0o711)
  // Without it, tests take longer.
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
 * The server's command as a bundle, since from its sources each command of a test takes several times as long, and what a composition
 * loads compiled, since workers start together and each would do so. Both are made where the sources have changed.
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

/** Thousands of connections are made, each with 4,096 rounds of hashing on both sides: for a password of one run, one does. */
async function hashPasswordOnce(url: string): Promise<void> {
  await sql(url, `set scram_iterations = 1; alter role current_user password '${new URL(url).password}'`)
}

/** A database a file and more are cloned: the kernel copies their files, where the file system can, without copying. */
async function copyInTheKernel(url: string): Promise<void> {
  await sql(url, 'alter system set file_copy_method = clone')
  await sql(url, 'select pg_reload_conf()')
}
