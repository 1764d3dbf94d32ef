import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
beforeAll(async () => {
  opened = await openConsole()
})
afterAll(() => opened?.close())

test('axe finds nothing on any page in both themes at three widths, and no page scrolls sideways', async () => {
  const { page } = opened
  await opened.enterAs('admin')
  const addresses = [...(await opened.menu()), ...opened.single()]
  const found: string[] = []
  for (const address of addresses) {
    await opened.open(address)
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const one of await opened.violations()) found.push(`${address} ${width} ${colorScheme}: ${one}`)
      }
      const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
      if (Number(over) > 0) found.push(`${address} ${width}: scrolls sideways by ${over}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  expect(found).toEqual([])
})

test('no page broke the content security policy or logged a problem', () => {
  expect(opened.problems).toEqual([])
})
