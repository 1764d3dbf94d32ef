import type { ReactNode } from 'react'

/** The open dialogs, and the content of each. */
export class OpenDialogs {
  shown: ReadonlyMap<string, ReactNode> = new Map()
  readonly #listeners = new Set<() => void>()
  readonly #closed = new Map<string, () => void>()
  /** The parts of each dialog that have something that would be lost. */
  readonly #unsaved = new Map<string, Set<string>>()
  readonly #onPage = new Set<string>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  isOpen(key: string): boolean {
    return this.shown.has(key)
  }

  /**
   * Opens a dialog without content; its action then sets the content by `show`. `closed` is called once, whatever closes the
   * dialog.
   */
  open(key: string, closed: () => void): void {
    this.#closed.set(key, closed)
    this.show(key, null)
  }

  show(key: string, dialog: ReactNode): void {
    this.#set(new Map(this.shown).set(key, dialog))
  }

  close(key: string): void {
    this.#set(new Map([...this.shown].filter(([other]) => other !== key)))
    this.#closed.get(key)?.()
    this.#closed.delete(key)
    this.#unsaved.delete(key)
  }

  /** Whether a part of a dialog has what would be lost if it closed: typed text, or a secret that is shown once. */
  setUnsaved(key: string, part: string, isUnsaved: boolean): void {
    const parts = new Set(this.#unsaved.get(key))
    if (isUnsaved) parts.add(part)
    else parts.delete(part)
    if (parts.size > 0) this.#unsaved.set(key, parts)
    else this.#unsaved.delete(key)
  }

  /** Sets whether the action of a dialog is on the page, so that it renders the dialog with what is recorded. */
  setOnPage(key: string, isOnPage: boolean): void {
    if (isOnPage) this.#onPage.add(key)
    else this.#onPage.delete(key)
    if (this.isOpen(key)) this.#set(new Map(this.shown))
  }

  isOnPage(key: string): boolean {
    return this.#onPage.has(key)
  }

  /** Closes every dialog from which nothing would be lost. */
  closeSaved(): void {
    for (const key of this.shown.keys()) if (!this.#unsaved.has(key)) this.close(key)
  }

  #set(shown: ReadonlyMap<string, ReactNode>): void {
    this.shown = shown
    for (const listener of this.#listeners) listener()
  }
}
