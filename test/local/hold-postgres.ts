/**
 * postgres.test.ts runs this in a process of its own. It holds a cluster until SIGINT (which drains it) or SIGKILL (which does
 * not).
 */
import { LocalError } from '../../services/local/errors.ts'
import { startLocalPostgres } from '../../services/local/postgres/local-postgres.ts'

const [dataDir = '', durability] = process.argv.slice(2)
const lines: string[] = []
try {
  const postgres = await startLocalPostgres({
    dataDir,
    durability: durability === 'none' ? 'none' : 'full',
    log: (line) => lines.push(line),
  })
  const running = setInterval(() => undefined, 60_000)
  process.once('SIGINT', async () => {
    await postgres.stop()
    clearInterval(running)
  })
  // This comes last: the reader of the line may send a signal at once.
  console.log(JSON.stringify({ url: postgres.url, pid: postgres.pid, log: lines }))
} catch (error) {
  if (!(error instanceof LocalError)) throw error
  console.log(JSON.stringify({ error: error.code, message: error.message }))
}
