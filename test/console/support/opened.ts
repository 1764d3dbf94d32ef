import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import { type BootedConsole, bootConsole } from './booted.ts'
import { controlsOf } from './controls.ts'
import { type Filled, fill } from './fill.ts'
import { personOf, type RoleName } from './people.ts'

/** The console of an installation with one object of each kind, in a browser. */
export type OpenedConsole = BootedConsole & {
  filled: Filled
  /** Signs in by cookie, as a person of the role, and opens the first page. The console is loaded again only for another role. */
  enterAs(role: RoleName): Promise<void>
  /** Opens a page and waits until all of it is loaded. */
  open(address: string): Promise<void>
  /** Addresses of the pages in the menu. */
  menu(): Promise<string[]>
  /** Addresses of the pages of one object. */
  single(): string[]
  /** The violations that axe finds on the present page. */
  violations(): Promise<string[]>
}

/** @param mark part of every text that only systems send */
export async function openConsole(env: NodeJS.ProcessEnv = {}, mark = ''): Promise<OpenedConsole> {
  const booted = await bootConsole({ env })
  const { at, page } = booted
  const filled = await fill(at, mark)
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const sessions = new Map<RoleName, Promise<string>>()
  const sessionOf = (role: RoleName) => {
    const made = sessions.get(role) ?? personOf(at.baseUrl, at.organization, role, 'pages.example')
    sessions.set(role, made)
    return made
  }
  const { open } = controlsOf(() => page)
  return {
    ...booted,
    filled,
    async enterAs(role) {
      const session = {
        name: 'attestry_session',
        value: await sessionOf(role),
        url: `${at.baseUrl}/api/control`,
      }
      await page.context().clearCookies()
      await page.context().addCookies([session])
      await page.goto(`${at.baseUrl}/console/?${role}#/`)
      await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    },
    async open(address) {
      await open(address)
      await expect.poll(() => page.locator('.loading').count()).toBe(0)
    },
    menu: () =>
      page
        .locator('nav a')
        .evaluateAll((links) => links.map((link) => `#${link.getAttribute('href')!.split('#')[1]}`)),
    single: () => [
      `#/incidents/${filled.incidentId}`,
      `#/incidents/${filled.incidentId}/reports/${filled.reportId}`,
      `#/systems/${filled.systemId}`,
      `#/decisions/${filled.decisionId}`,
      `#/webhooks/${filled.endpointId}`,
      `#/agent-runs/${filled.runId}`,
      '#/account',
    ],
    async violations() {
      if (!(await page.evaluate('typeof window.axe === "object"'))) await page.evaluate(axe)
      const found = (await page.evaluate('window.axe.run(document, { resultTypes: ["violations"] })')) as {
        violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
      }
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)} ${nodes[0]!.failureSummary ?? ''}`,
      )
    },
  }
}

/** Expects that every page of the menu and of one thing opens for a person of the role, and that no part of it fails. */
export async function expectWholePages(opened: OpenedConsole, role: RoleName): Promise<void> {
  await opened.enterAs(role)
  const links = await opened.menu()
  expect(links.length).toBeGreaterThan(role === 'member' || role === 'approver' ? 9 : 13)
  for (const address of [...links, ...opened.single()]) {
    await opened.open(address)
    expect([address, await opened.page.locator('.failed').allTextContents()]).toEqual([address, []])
  }
}
