import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type Page } from '../console/support/browser.ts'
import { builtConsole } from '../console/support/built.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
let browser: Page
beforeAll(async () => {
  await builtConsole()
  at = await bootInstallation()
  browser = await openPage()
})
afterAll(async () => {
  await browser?.close()
  await at?.stop()
})

test('axe finds nothing on /docs in both themes at three widths, and it does not scroll sideways', async () => {
  const { page } = browser
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.goto(`${at.baseUrl}/docs`)
  await page.locator('#filter').waitFor()
  await page.evaluate(axe)
  await page.locator('#submitRuns details.try summary').click()
  const found: string[] = []
  for (const width of [1440, 768, 320]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const { violations } = (await page.evaluate(
        'window.axe.run(document, { resultTypes: ["violations"] })',
      )) as { violations: { id: string; nodes: { html: string }[] }[] }
      for (const { id, nodes } of violations) found.push(`${width} ${colorScheme} ${id}: ${nodes[0]!.html}`)
    }
    const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    if (Number(over) > 0) found.push(`${width}: scrolls sideways by ${over}`)
  }
  expect(found).toEqual([])
})
