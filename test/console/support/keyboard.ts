import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The focused element: its name, and whether all of its width is in the window. */
const FOCUSED = `(() => {
  const it = document.activeElement
  const { left, right, width } = it.getBoundingClientRect()
  const name = it.getAttribute('aria-label') || it.labels?.[0]?.textContent || it.textContent || ''
  return { name: name.trim().slice(0, 60), isSeen: width > 0 && left >= 0 && right <= innerWidth + 1 }
})()`

/** A page as a person uses it who has no mouse. */
export function keyboardOf(at: () => Page) {
  /** Moves by Tab to the element whose name begins with this text. */
  async function tabTo(begins: string): Promise<void> {
    const passed: string[] = []
    for (let n = 0; n < 150; n++) {
      await at().keyboard.press('Tab')
      const { name, isSeen } = (await at().evaluate(FOCUSED)) as { name: string; isSeen: boolean }
      passed.push(name)
      if (!name.startsWith(begins)) continue
      expect({ name, isSeen }).toEqual({ name, isSeen: true })
      return
    }
    throw new Error(`no Tab leads to ${begins}: ${passed.join(' | ')}`)
  }
  return {
    tabTo,
    /** Types into the field whose label begins with this text. */
    async type(label: string, text: string): Promise<void> {
      await tabTo(label)
      await at().keyboard.press('ControlOrMeta+a')
      await at().keyboard.type(text)
    },
    /** Presses the button, or follows the link, whose name begins with this text. */
    async enter(begins: string): Promise<void> {
      await tabTo(begins)
      await at().keyboard.press('Enter')
    },
    /** Goes to a page of the menu by its name. */
    async goTo(page: string): Promise<void> {
      await at().keyboard.press('ControlOrMeta+k')
      await at().getByRole('combobox', { name: 'Page' }).waitFor()
      await at().keyboard.type(page)
      await at().keyboard.press('Enter')
      await at().getByRole('heading', { level: 1, name: page }).waitFor()
    },
    /** The controls of the page, or of the open dialog, that a screen reader has no name for. */
    async unnamed(): Promise<string[]> {
      const dialog = at().locator('dialog[open]')
      const read = await ((await dialog.count()) > 0 ? dialog : at().locator('body')).ariaSnapshot()
      return read.split('\n').filter((line) => UNNAMED.test(line))
    },
  }
}

const UNNAMED =
  /^\s*- (?:button|link|textbox|combobox|checkbox|radio|spinbutton|table|region|dialog)(?: \[[^\]]*\])*(?::.*)?$/
