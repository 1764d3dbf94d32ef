import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventfulLog } from '../../verifier/support/honest.ts'
import { keySetText } from '../../verifier/support/key-set.ts'
import { uuid } from '../../verifier/support/log.ts'
import { buildPackage } from '../../verifier/support/package.ts'
import { asFile } from '../../verifier/support/run.ts'
import { makeKey } from '../../verifier/support/signer.ts'
import { editLines, tamper } from '../../verifier/support/tamper.ts'
import { due, openVerifyingPage, type VerifyingPage } from '../support/verifying.ts'

const log = eventfulLog()
const key = makeKey()
const thief = makeKey()
const good = await buildPackage(log, key)

let verifying: VerifyingPage
beforeAll(async () => {
  verifying = await openVerifyingPage()
})
afterAll(() => verifying?.close())

test('verify.html names its own fields where the command names options, and breaks no step’s name', async () => {
  await verifying.resultOf(good, { pin: key.kid })
  const shown = await verifying.browser.page.locator('#steps td, #unproven li').allTextContents()
  const found = shown.join('\n')
  expect(found).toContain('status of the signing key; needs “Published key set (keys.json)”')
  expect(found).toContain('give this one with “Earlier packages of the same organization”')
  expect(found).not.toMatch(/--[a-z]/)
  const lines = await verifying.browser.page.locator('#steps th').evaluateAll((cells) =>
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
  expect(await verifying.resultOf(good, { pin: key.kid, explain: uuid('decision') })).toEqual(
    await due(good, { pin, explain: uuid('decision') }),
  )
  expect(await verifying.browser.page.locator('#verdict').textContent()).toBe('VERIFIED')
  expect(await verifying.resultOf(good)).toEqual(await due(good))
  const tampered = await verifying.resultOf(changed, { pin: key.kid })
  expect(tampered.failures).toHaveLength(1)
  expect(tampered).toEqual(await due(changed, { pin }))
  expect(await verifying.resultOf(good, { pin: thief.kid })).toEqual(await due(good, { pin: [thief.kid] }))
  expect(await verifying.resultOf(good.subarray(0, 5000))).toEqual(await due(good.subarray(0, 5000)))
  const revoked = { status: 'revoked', validUntil: new Date(), revocationReason: 'stolen' } as const
  const keys = Buffer.from(keySetText([{ ...key.published, ...revoked }]))
  expect((await verifying.resultOf(good, { pin: key.kid, keys })).verdict).toBe(
    'REJECTED: the signing key is revoked',
  )
  const older = await buildPackage(log, key, { end: 4, treeSize: 4 })
  const continued = await due(good, { pin, previous: asFile(older, 'older.zip') })
  expect(continued.verdict).toBe('VERIFIED')
  expect(await verifying.resultOf(good, { pin: key.kid, previous: older })).toEqual(continued)
  for (const organization of [uuid('organization'), uuid('another')])
    expect(await verifying.resultOf(good, { pin: key.kid, organization })).toEqual(
      await due(good, { pin, organization }),
    )
  expect(await verifying.browser.page.locator('#failures').textContent()).toContain('organization_differs')
  const other = await buildPackage(eventfulLog(), thief, { treeSize: 4 })
  expect((await verifying.resultOf(good, { pin: key.kid, previous: other })).failures[0]).toMatch(
    /^previous_/,
  )
})

test('verify.html shows characters that are hidden or change the order of others by their code points', async () => {
  const names = { package: 'b\u202e\ufe0f.zip' }
  const { failures } = await verifying.resultOf(good, { pin: key.kid, explain: 'a\u202e\u{e0141}', names })
  expect(failures).toEqual([expect.stringMatching(/^decision_not_found: .*a\\u\{202e\}\\u\{e0141\}/)])
  expect(await verifying.browser.page.locator('#name').textContent()).toBe('b\\u{202e}\\u{fe0f}.zip')
})

test('verify.html is not green with an unconfirmed signer, and says which key to compare and where to enter it', async () => {
  await verifying.resultOf(good)
  const next = await verifying.browser.page.locator('#next').textContent()
  expect(next).toContain(`signed by key ${key.kid}, which comes from the package itself`)
  expect(next).toContain('into “Id of the signing key” and verify again')
  expect(await verifying.browser.page.locator('body').getAttribute('data-state')).toBe('open')
  await verifying.resultOf(good, { pin: key.kid })
  expect(await verifying.browser.page.locator('#next').isVisible()).toBe(false)
  expect(await verifying.browser.page.locator('body').getAttribute('data-state')).toBe('good')
  await verifying.resultOf(good, { pin: thief.kid })
  expect(await verifying.browser.page.locator('#next').isVisible()).toBe(false)
})

test('verify.html fetches nothing, breaks no policy, and axe finds nothing in it', async () => {
  await verifying.resultOf(good)
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await verifying.browser.page.evaluate(axe)
  for (const colorScheme of ['light', 'dark'] as const) {
    await verifying.browser.page.emulateMedia({ colorScheme })
    for (const width of [1200, 390]) {
      await verifying.browser.page.setViewportSize({ width, height: 900 })
      const found = (await verifying.browser.page.evaluate('window.axe.run(document)')) as {
        violations: { id: string }[]
      }
      expect([colorScheme, width, found.violations.map(({ id }) => id)]).toEqual([colorScheme, width, []])
      expect(
        await verifying.browser.page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
      ).toBeLessThanOrEqual(0)
    }
  }
  expect(verifying.browser.requests.filter((url) => !/^(?:file|blob):/.test(url))).toEqual([])
  expect(verifying.browser.problems).toEqual([])
})
