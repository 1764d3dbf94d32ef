import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page as BrowserPage } from 'playwright-core'
import { expect } from 'vitest'
import { verify } from '../../verifier/support/run.ts'
import { openPage, type Page } from './browser.ts'
import { verifyingPage } from './built.ts'

/** The page that verifies packages, opened from a file that an auditor kept. */
export type VerifyingPage = {
  browser: Page
  /** Where the page and its inputs are. */
  directory: string
  /** The page's report on a package. */
  resultOf(bytes: Buffer, asked?: Asked): Promise<Result>
  close(): Promise<void>
}

export async function openVerifyingPage(): Promise<VerifyingPage> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-verifying-'))
  writeFileSync(join(directory, 'verify.html'), await verifyingPage())
  const browser = await openPage({ width: 1200, height: 1000 })
  await browser.page.goto(pathToFileURL(join(directory, 'verify.html')).href)
  await browser.page.locator('details summary').first().click()
  return {
    browser,
    directory,
    resultOf: (bytes, asked = {}) => resultOf(browser.page, directory, bytes, asked),
    close: async () => {
      await browser.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function resultOf(
  page: BrowserPage,
  directory: string,
  bytes: Buffer,
  { pin = '', ...files }: Asked,
): Promise<Result> {
  const put = async (id: string, name: string, ...contents: Buffer[]) => {
    const paths = contents.map((content, i) => {
      const own = join(directory, id, `${i}`)
      mkdirSync(own, { recursive: true })
      writeFileSync(join(own, name), content)
      return join(own, name)
    })
    await page.locator(`#${id}`).setInputFiles(paths)
  }
  await page.evaluate("document.getElementById('form').reset()")
  // The result of before is shown no longer.
  await page.evaluate("document.getElementById('stop').click()")
  const { names = {} } = files
  await put('package', names.package ?? 'package.zip', bytes)
  if (files.previous) await put('previous', names.previous ?? 'previous.zip', ...[files.previous].flat())
  if (files.checkpoint) await put('checkpoint', 'checkpoint', files.checkpoint)
  if (files.keys) await put('keys', names.keys ?? 'keys.json', files.keys)
  if (files.authority) await put('tsa', 'authority.pem', files.authority)
  await page.locator('#pin').fill(pin)
  await page.locator('#org').fill(files.organization ?? '')
  await page.locator('#explain').fill(files.explain ?? '')
  await page.locator('#witnesses').fill(files.witnesses?.join('\n') ?? '')
  await page.locator('#quorum').fill(files.quorum ?? '')
  await page.getByLabel('Allow times that run backwards').setChecked(files.allowClockSteps ?? false)
  await page.getByLabel('Demand step 9').setChecked(files.requireReplay ?? false)
  await page.locator('#memory').fill(files.memory ?? '')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.locator('#verdict:visible').waitFor()
  return {
    verdict: await page.locator('#verdict').textContent(),
    steps: await page.locator('#steps td:nth-child(2)').allTextContents(),
    failures: await page.locator('#failures li').allTextContents(),
    exit: await page.locator('#exit').textContent(),
    remarks: (await page.locator('#remarks li').allTextContents()).length,
  }
}

/** The command's report on it, in the form of the page's. */
export async function due(bytes: Buffer, options: Parameters<typeof verify>[1] = {}) {
  const { verdict, steps, failures, exit_code, explanation, remarks } = await verify(bytes, options)
  return {
    verdict,
    steps: steps.map(({ status }) => status),
    failures: failures.map(({ code }) => expect.stringMatching(`^${code}: `)),
    exit: `As exit code: ${exit_code}`,
    remarks: explanation.length + remarks.length,
  }
}

/** What is entered beside the package. */
type Asked = {
  pin?: string
  previous?: Buffer | Buffer[]
  checkpoint?: Buffer
  keys?: Buffer
  /** The names of the files, where they matter. */
  names?: { package?: string; previous?: string; keys?: string }
  authority?: Buffer
  explain?: string
  organization?: string
  witnesses?: string[]
  quorum?: string
  allowClockSteps?: boolean
  requireReplay?: boolean
  memory?: string
}

type Result = {
  verdict: string | null
  /** The status of each step. */
  steps: string[]
  /** Each begins with its code. */
  failures: string[]
  exit: string | null
  /** How many remarks there are. */
  remarks: number
}
