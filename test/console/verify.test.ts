import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampQuery, tokenIn } from '../../services/ledger/statements/time-stamps/query.ts'
import { readQuorum, readWitnesses } from '../../verifier/src/cosignatures.mjs'
import { makeAuthority } from '../harness/timestamp-authority.ts'
import { eventfulLog } from '../verifier/support/honest.ts'
import { keySetText } from '../verifier/support/key-set.ts'
import { type TestLog, uuid } from '../verifier/support/log.ts'
import { buildPackage } from '../verifier/support/package.ts'
import { logOf } from '../verifier/support/replayed.ts'
import { asFile, verify } from '../verifier/support/run.ts'
import { makeKey } from '../verifier/support/signer.ts'
import { editLines, tamper } from '../verifier/support/tamper.ts'
import { makeWitness } from '../verifier/support/witness.ts'
import { unpack } from '../verifier/support/zip.ts'
import { openPage, type Page } from './browser.ts'
import { verifyingPage } from './built.ts'

const directory = mkdtempSync(join(tmpdir(), 'attestry-verifying-'))
const log = eventfulLog()
const key = makeKey()
const thief = makeKey()
const good = await buildPackage(log, key)

let browser: Page
let page: BrowserPage
beforeAll(async () => {
  writeFileSync(join(directory, 'verify.html'), await verifyingPage())
  browser = await openPage({ width: 1200, height: 1000 })
  page = browser.page
})
afterAll(async () => {
  await browser?.close()
  rmSync(directory, { recursive: true, force: true })
})

/** The page's report on a package, with the page opened from a file that an auditor kept. */
async function resultOf(bytes: Buffer, { pin = '', ...files }: Asked = {}) {
  const put = async (id: string, name: string, content: Buffer) => {
    const path = join(directory, name)
    writeFileSync(path, content)
    await page.locator(`#${id}`).setInputFiles(path)
  }
  await page.goto(pathToFileURL(join(directory, 'verify.html')).href)
  await page.locator('details summary').first().click()
  await put('package', 'package.zip', bytes)
  if (files.previous) await put('previous', 'previous.zip', files.previous)
  if (files.keys) await put('keys', 'keys.json', files.keys)
  if (files.authority) await put('tsa', 'authority.pem', files.authority)
  await page.locator('#pin').fill(pin)
  await page.locator('#org').fill(files.organization ?? '')
  await page.locator('#explain').fill(files.explain ?? '')
  await page.locator('#witnesses').fill(files.witnesses?.join('\n') ?? '')
  await page.locator('#quorum').fill(files.quorum ?? '')
  await page.getByLabel('Allow times that run backwards').setChecked(files.allowClockSteps ?? false)
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
type Asked = {
  pin?: string
  previous?: Buffer
  keys?: Buffer
  authority?: Buffer
  explain?: string
  organization?: string
  witnesses?: string[]
  quorum?: string
  allowClockSteps?: boolean
}

/** The command's report on it. */
async function due(bytes: Buffer, options: Parameters<typeof verify>[1] = {}) {
  const { verdict, steps, failures, exit_code, explanation, remarks } = await verify(bytes, options)
  return {
    verdict,
    steps: steps.map(({ status }) => status),
    failures: failures.map(({ code }) => expect.stringMatching(`^${code}: `)),
    exit: `As exit code: ${exit_code}`,
    remarks: explanation.length + remarks.length,
  }
}

test('verify.html names its own fields where the command names options, and breaks no step’s name', async () => {
  await resultOf(good, { pin: key.kid })
  const shown = await page.locator('#steps td, #unproven li').allTextContents()
  const found = shown.join('\n')
  expect(found).toContain('status of the signing key; needs “Published key set (keys.json)”')
  expect(found).toContain('give this one with “An earlier package of the same organization”')
  expect(found).not.toMatch(/--[a-z]/)
  const lines = await page.locator('#steps th').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = cell.ownerDocument.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    }),
  )
  expect(new Set(lines)).toEqual(new Set([1]))
})

test('verify.html finds what the command finds, for good, tampered, revoked, rewritten and untrusted packages', async () => {
  const pin = [key.kid]
  const changed = await tamper(
    good,
    (files) => editLines(files, 'incidents', (all) => all.map((line) => line.replace('open', 'shut'))),
    key,
  )
  expect(await resultOf(good, { pin: key.kid, explain: uuid('decision') })).toEqual(
    await due(good, { pin, explain: uuid('decision') }),
  )
  expect(await page.locator('#verdict').textContent()).toBe('VERIFIED')
  expect(await resultOf(good)).toEqual(await due(good))
  const tampered = await resultOf(changed, { pin: key.kid })
  expect(tampered.failures).toHaveLength(1)
  expect(tampered).toEqual(await due(changed, { pin }))
  expect(await resultOf(good, { pin: thief.kid })).toEqual(await due(good, { pin: [thief.kid] }))
  expect(await resultOf(good.subarray(0, 5000))).toEqual(await due(good.subarray(0, 5000)))
  const revoked = { status: 'revoked', validUntil: new Date(), revocationReason: 'stolen' } as const
  const keys = Buffer.from(keySetText([{ ...key.published, ...revoked }]))
  expect((await resultOf(good, { pin: key.kid, keys })).verdict).toBe('REJECTED: the signing key is revoked')
  const older = await buildPackage(log, key, { end: 4, treeSize: 4 })
  const continued = await due(good, { pin, previous: asFile(older, 'older.zip') })
  expect(continued.verdict).toBe('VERIFIED')
  expect(await resultOf(good, { pin: key.kid, previous: older })).toEqual(continued)
  for (const organization of [uuid('organization'), uuid('another')])
    expect(await resultOf(good, { pin: key.kid, organization })).toEqual(
      await due(good, { pin, organization }),
    )
  expect(await page.locator('#failures').textContent()).toContain('organization_differs')
  const other = await buildPackage(eventfulLog(), thief, { treeSize: 4 })
  expect((await resultOf(good, { pin: key.kid, previous: other })).failures[0]).toMatch(/^previous_/)
})

test('verify.html is not green with an unconfirmed signer, and says which key to compare and where to enter it', async () => {
  await resultOf(good)
  const next = await page.locator('#next').textContent()
  expect(next).toContain(`signed by key ${key.kid}, which comes from the package itself`)
  expect(next).toContain('into “Id of the signing key” and verify again')
  expect(await page.locator('body').getAttribute('data-state')).toBe('open')
  await resultOf(good, { pin: key.kid })
  expect(await page.locator('#next').isVisible()).toBe(false)
  expect(await page.locator('body').getAttribute('data-state')).toBe('good')
  await resultOf(good, { pin: thief.kid })
  expect(await page.locator('#next').isVisible()).toBe(false)
})

test('verify.html requires witnesses’ cosignatures as the command does', async () => {
  const [one, two] = [makeWitness('one.example/w'), makeWitness('two.example/w')]
  const note = unpack(good).get('log/checkpoint')!.toString()
  const cosigned = await buildPackage(log, key, { cosignatures: [one.cosign(note)] })
  const pin = [key.kid]
  for (const [keys, quorum] of [
    [[one.key], undefined],
    [[one.key, two.key], undefined],
    [[one.key, two.key], '1'],
  ] as const) {
    const witnesses = readWitnesses([...keys])
    const options = { pin, cosigned: { witnesses, quorum: readQuorum(quorum, witnesses) } }
    const asked = { pin: key.kid, witnesses: [...keys], ...(quorum === undefined ? {} : { quorum }) }
    expect(await resultOf(cosigned, asked)).toEqual(await due(cosigned, options))
  }
  expect((await resultOf(cosigned, { pin: key.kid, witnesses: [two.key] })).failures[0]).toMatch(
    /^witness_quorum/,
  )
  expect((await resultOf(cosigned, { witnesses: ['no key'] })).failures[0]).toMatch(/^usage/)
  expect((await resultOf(cosigned, { witnesses: [one.key], quorum: '2' })).failures[0]).toMatch(/^usage/)
})

test('verify.html requires a time-stamp of the checkpoint as the command does', async () => {
  const [own, other] = [
    makeAuthority(join(directory, 'own'), { rsa: true }),
    makeAuthority(join(directory, 'other')),
  ]
  const { query, nonce } = timestampQuery(unpack(good).get('log/checkpoint')!.toString())
  const stamped = await tamper(
    good,
    (files) => files.set('log/timestamps/01.tst', tokenIn(own.reply(query), nonce)!),
    key,
  )
  for (const [bytes, authority] of [
    [stamped, own],
    [stamped, other],
    [good, own],
  ] as const) {
    const asked = { pin: key.kid, authority: readFileSync(authority.root) }
    expect(await resultOf(bytes, asked)).toEqual(await due(bytes, { pin: [key.kid], tsa: [authority.root] }))
  }
  expect(await page.locator('#failures').textContent()).toContain('timestamp_missing')
  const noCertificate = { pin: key.kid, authority: Buffer.from('x') }
  expect((await resultOf(stamped, noCertificate)).failures[0]).toMatch(/^usage/)
})

test('verify.html refuses times that run backwards, or remarks on them if allowed, as the command does', async () => {
  const at = (time: string) => (log: TestLog) => log.append('x', {}, { at: `2026-01-02T${time}:00.000Z` })
  const signedAt = new Date('2026-01-02T09:00:00.000Z')
  const bytes = await buildPackage(logOf(at('06:00'), at('04:00')), key, { signedAt })
  const pin = [key.kid]
  const refused = await resultOf(bytes, { pin: key.kid })
  expect(refused).toEqual(await due(bytes, { pin }))
  expect(refused.failures[0]).toMatch(/^time_order/)
  const allowed = await resultOf(bytes, { pin: key.kid, allowClockSteps: true })
  expect(allowed).toEqual(await due(bytes, { pin, allowClockSteps: true }))
  expect(allowed).toMatchObject({ verdict: 'VERIFIED', remarks: 1 })
})

test('verify.html fetches nothing, breaks no policy, and axe finds nothing in it', async () => {
  await resultOf(good)
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.evaluate(axe)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1200, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const found = (await page.evaluate('window.axe.run(document)')) as { violations: { id: string }[] }
      expect([colorScheme, width, found.violations.map(({ id }) => id)]).toEqual([colorScheme, width, []])
      expect(
        await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
      ).toBeLessThanOrEqual(0)
    }
  }
  expect(browser.requests.filter((url) => !/^(?:file|blob):/.test(url))).toEqual([])
  expect(browser.problems).toEqual([])
})
