import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from '../../harness/database.ts'
import { otherNodes } from '../../verifier/support/other-node.ts'
import { exportFrom, type Filled, filled } from '../support/evidence.ts'
import { compared, type Paired } from '../support/load.ts'
import type { Stand } from '../support/stand.ts'

const run = promisify(execFile)
const MILLION = 1_000_000

/**
 * Measures records per second of an evidence export over HTTP ÷ those of `COPY … TO PROGRAM 'gzip -6'` of the same rows. There
 * PostgreSQL itself pipes the rows, without the work of a client.
 */
export async function exportRate(stand: Stand): Promise<Paired> {
  const organization = await filled(stand, MILLION)
  const lines = organization.events + organization.entries
  const ours = async () => lines / (await seconds(async () => drain(stand.baseUrl, organization)))
  const bare = async () => lines / (await seconds(() => copyOut(stand, organization)))
  const pairs: [number, number][] = []
  for (let round = 0; round < 3; round++) pairs.push([await ours(), await bare()])
  return compared(pairs)
}

/** Measures the peak resident memory of a new process that exports 1,000,000 records ÷ 100,000, in MiB (Linux: VmHWM). */
export async function exportMemory(
  stand: Stand,
): Promise<{ ratio: number; million: number; hundred_thousand: number; idle: number }> {
  const [small, large] = [await filled(stand, MILLION / 10), await filled(stand, MILLION)]
  const idle = await peak(stand, async () => {})
  const hundred_thousand = await peak(stand, (baseUrl) => drain(baseUrl, small))
  const million = await peak(stand, (baseUrl) => drain(baseUrl, large))
  return { ratio: million / hundred_thousand, million, hundred_thousand, idle }
}

/** Measures the seconds of verify.mjs ÷ those of `sha256sum` of the package and of `gzip -dc` of its parts into `sha256sum`. */
export async function verify(stand: Stand): Promise<Paired & { mebibytes: number }> {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-bench-package-'))
  try {
    const file = join(directory, 'package.zip')
    await writeFile(file, await exportFrom(stand.baseUrl, await filled(stand, MILLION)))
    await run('unzip', ['-q', file, 'data/*', '-d', directory])
    const verifier = fileURLToPath(new URL('../../../verifier/dist/verify.mjs', import.meta.url))
    const ours = () => seconds(() => run(otherNodes()[0]!, [verifier, file]))
    const plain = 'sha256sum package.zip && gzip -dc data/*.gz | sha256sum'
    const bare = () => seconds(() => run('sh', ['-c', plain], { cwd: directory }))
    const pairs: [number, number][] = []
    for (let round = 0; round < 5; round++) pairs.push([await ours(), await bare()])
    return {
      ...compared(pairs),
      mebibytes: (await readFile(file)).length / 1024 / 1024,
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function drain(baseUrl: string, organization: Filled): Promise<void> {
  for await (const _ of await exportFrom(baseUrl, organization));
}

async function copyOut({ databaseUrl }: Stand, { id }: Filled): Promise<void> {
  for (const rows of ['record from ingestion.agent_events', 'entry from ledger.entries'])
    await sql(databaseUrl, `copy (select ${rows} where org_id = '${id}') to program 'gzip -6 > /dev/null'`)
}

/** Returns the peak resident memory of a new process in MiB. */
async function peak(stand: Stand, work: (baseUrl: string) => Promise<void>): Promise<number> {
  const { baseUrl, pid, stop } = await stand.serve({})
  try {
    await work(baseUrl)
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024
  } finally {
    await stop()
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
