import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectWholePages, type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
beforeAll(async () => {
  opened = await openConsole()
})
afterAll(() => opened?.close())

/** Those of administrators: pages.test.ts. */
test.each(['member', 'approver', 'auditor'] as const)(
  'every page of a person with the role %s opens completely',
  async (role) => {
    await expectWholePages(opened, role)
    expect(opened.problems).toEqual([])
  },
)
