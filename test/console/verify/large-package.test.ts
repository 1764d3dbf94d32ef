import { createCipheriv } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePackage } from '../../../services/evidence/domain/package.ts'
import type { Lines } from '../../../services/evidence/domain/parts.ts'
import { leafHash, treeHash } from '../../../services/kernel/crypto/merkle.ts'
import { TestLog, uuid } from '../../verifier/support/log.ts'
import { packageInput } from '../../verifier/support/package.ts'
import { makeKey } from '../../verifier/support/signer.ts'
import { openPage, type Page } from '../support/browser.ts'
import { verifyingPage } from '../support/built.ts'

const MIB = 1024 * 1024
/** 500 MB of a file: its records hold bytes that do not compress, in base64. */
const PACKAGE_BYTES = 500_000_000
const ENTRIES = 10_400
const RECORDS_AN_ENTRY = 16
const RECORD_BYTES = 3_000
/** The memory that the page may hold for two seconds or longer, and with garbage that is not collected yet. */
const HELD_BYTES = 200_000_000
const PEAK_BYTES = 400_000_000
const PATIENCE_MS = 1_500_000
/** Between two collections, after which the memory is sampled; and how many samples are two seconds. */
const PAUSE_MS = 100
const WINDOW = 20

const directory = mkdtempSync(join(tmpdir(), 'attestry-large-'))
const file = join(directory, 'package.zip')
const key = makeKey()
let browser: Page
beforeAll(async () => {
  writeFileSync(join(directory, 'verify.html'), await verifyingPage())
  await pipeline(Readable.from(await largePackage()), createWriteStream(file))
  browser = await openPage({ width: 1200, height: 1000 })
}, PATIENCE_MS)
afterAll(async () => {
  await browser?.close()
  rmSync(directory, { recursive: true, force: true })
})

/** A package of one log whose records are made twice, for their receipts and for the file, and never held together. */
async function largePackage(): Promise<AsyncIterable<Uint8Array>> {
  const log = new TestLog()
  for (let index = 0; index < ENTRIES; index++) {
    const root = treeHash(recordsOf(log, index).map(leafHash)).toString('hex')
    log.append(
      'submitEvaluations',
      {},
      { receipts: [{ type: 'evaluations', count: RECORDS_AN_ENTRY, root }] },
    )
  }
  const input = await packageInput(log, key)
  return writePackage({
    ...input,
    sequences: [...input.sequences, { type: 'evaluations', lines: linesOf(log) }],
  })
}

async function* linesOf(log: TestLog): AsyncGenerator<Lines> {
  for (let index = 0; index < ENTRIES; index++) {
    const records = recordsOf(log, index)
    yield { count: records.length, text: records.map((record) => `${record}\n`).join('') }
  }
}

/** The records of an entry, always the same. */
function recordsOf({ organizationId }: TestLog, index: number): string[] {
  const counter = Buffer.alloc(16)
  counter.writeUInt32BE(index)
  const bytes = createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), counter).update(
    Buffer.alloc(RECORDS_AN_ENTRY * RECORD_BYTES),
  )
  return Array.from({ length: RECORDS_AN_ENTRY }, (_, n) => {
    const text = bytes.subarray(n * RECORD_BYTES, (n + 1) * RECORD_BYTES).toString('base64')
    return `{"id":"${uuid(`${index} ${n}`)}","organization_id":"${organizationId}","text":"${text}"}`
  })
}

/** The process that runs the page and its worker. */
async function rendererOf({ page }: Page): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const sizes = await Promise.all(renderers.map(({ id }) => memoryOf(id, 'VmRSS')))
  return renderers[sizes.indexOf(Math.max(...sizes))]!.id
}

/** The memory of a process as the system reports it, in bytes: `VmRSS` now, `VmHWM` at most since it began. */
async function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
}

/**
 * Asks the browser for its garbage again and again, as a system does that lacks memory, and samples what the process has. How much garbage
 * is there at once depends on how fast the machine is, and how busy: what is held is what stays for a while.
 *
 * @returns stops it, and gives the samples in bytes
 */
async function collectGarbage({ page }: Page, process: number): Promise<() => Promise<number[]>> {
  const session = await page.context().newCDPSession(page)
  const stopping = new AbortController()
  const { signal } = stopping
  const samples: number[] = []
  const collecting = (async () => {
    while (!signal.aborted) {
      await session.send('Memory.simulatePressureNotification', { level: 'critical' })
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
      samples.push(await memoryOf(process, 'VmRSS'))
    }
  })()
  return async () => {
    stopping.abort()
    await collecting
    await session.detach()
    return samples
  }
}

/** The most that was there through a whole window of samples. */
function heldOf(samples: number[]): number {
  const windows = samples.slice(WINDOW - 1).map((_, i) => Math.min(...samples.slice(i, i + WINDOW)))
  return Math.max(...windows)
}

test(
  'verify.html verifies a package of 500 MB in the browser with less than 200 MB of additional memory',
  async () => {
    expect(statSync(file).size).toBeGreaterThan(PACKAGE_BYTES)
    const { page } = browser
    await page.goto(pathToFileURL(join(directory, 'verify.html')).href)
    await page.locator('details summary').first().click()
    const renderer = await rendererOf(browser)
    const before = await memoryOf(renderer, 'VmRSS')
    await page.locator('#package').setInputFiles(file)
    await page.locator('#pin').fill(key.kid)
    const started = Date.now()
    const stop = await collectGarbage(browser, renderer)
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.locator('#verdict:visible').waitFor({ timeout: PATIENCE_MS })
    const samples = await stop()
    const seconds = Math.round((Date.now() - started) / 1000)
    const held = heldOf(samples) - before
    const peak = (await memoryOf(renderer, 'VmHWM')) - before
    console.info(
      `a package of ${Math.round(statSync(file).size / MIB)} MiB in the browser: ${seconds} s, ${Math.round(held / MIB)} MiB held and ${Math.round(peak / MIB)} at most over the ${Math.round(before / MIB)} MiB of the page`,
    )
    expect(await page.locator('#verdict').textContent()).toBe('VERIFIED')
    expect(held).toBeLessThan(HELD_BYTES)
    expect(peak).toBeLessThan(PEAK_BYTES)
    expect(browser.problems).toEqual([])
  },
  PATIENCE_MS,
)
