import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startLocalPostgres } from '../../services/local/postgres/local-postgres.ts'
import { eventually, query } from './processes.ts'

test('the embedded PostgreSQL starts while the initdb of a killed start still runs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-local-'))
  await chmod(directory, 0o711)
  const own = join(directory, 'data', 'postgres')
  const holds = fileURLToPath(new URL('hold-postgres.ts', import.meta.url))
  try {
    const killed = spawn(process.execPath, [holds, join(directory, 'data'), 'full'], { stdio: 'ignore' })
    const ended = once(killed, 'exit')
    // initdb has begun to fill its directory.
    await eventually(() => {
      const draft = namesIn(own).find((name) => name.startsWith('data.new'))
      return draft !== undefined && namesIn(join(own, draft)).includes('global')
    })
    killed.kill('SIGKILL')
    await ended
    const next = await startLocalPostgres({ dataDir: join(directory, 'data'), log: () => {} })
    expect(await query(next.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await next.stop()
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
})

function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
