/** Run by postgres.test.ts in a process of its own: holds a cluster until SIGINT (drains) or SIGKILL (does not). */
import { LocalError } from '../../services/local/errors.ts'
import { startLocalPostgres } from '../../services/local/postgres.ts'

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
  // Last: the reader of this line may signal at once.
  console.log(JSON.stringify({ url: postgres.url, pid: postgres.pid, log: lines }))
} catch (error) {
  if (!(error instanceof LocalError)) throw error
  console.log(JSON.stringify({ error: error.code, message: error.message }))
}
