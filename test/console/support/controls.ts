import type { Page } from 'playwright-core'

/**
 * The controls of a page as a person uses them, and the texts that the page shows.
 *
 * @param at returns the page; called at each use, since a test opens the page after it has made the controls
 */
export function controlsOf(at: () => Page) {
  const dialog = () => at().locator('dialog')
  return {
    dialog,
    /** The texts of the rows of the page's list. */
    titles: () => at().locator('main tbody .row').allTextContents(),
    /** A field of the dialog. */
    field: (name: string) => dialog().locator(`[name="${name}"]`),
    /** Opens a page by its address, in the console that is open. */
    async open(address: string): Promise<void> {
      await at().evaluate(`location.hash = ${JSON.stringify(address)}`)
      await at()
        .locator(`main[data-page=${JSON.stringify(address.slice(1).split('?')[0])}] h1`)
        .waitFor()
    },
    press: (name: string) => at().getByRole('button', { name, exact: true }).click(),
    /** Sends the form of the dialog. */
    submit: () => dialog().locator('button[type=submit]').click(),
    /** Leaves the dialog without sending it. */
    async leave(): Promise<void> {
      await at().keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    },
  }
}
