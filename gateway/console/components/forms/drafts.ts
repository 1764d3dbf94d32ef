import { createContext, type RefObject, useContext, useLayoutEffect } from 'react'

/**
 * Text that was typed into forms of pages and not sent, by the form and the name of the field. It is kept until the page is reloaded
 * or the person signs out.
 */
export type Drafts = Map<string, Map<string, string>>

/** The drafts of the signed-in person. */
export const DraftsContext = createContext<Drafts>(new Map())

/**
 * Keeps what is typed into the text areas of a form, so that it is there again when a person returns to the page.
 *
 * @param name tells the form from all others; undefined for a form that keeps nothing
 * @returns what the form calls on each input
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, name: string | undefined): () => void {
  const drafts = useContext(DraftsContext)
  useLayoutEffect(() => {
    const kept = name === undefined ? undefined : drafts.get(name)
    for (const area of areasOf(form.current)) area.value = kept?.get(area.name) ?? area.value
  }, [drafts, form, name])
  return () => {
    if (name === undefined) return
    // What is as it was recorded is no draft: it follows what is recorded.
    const typed = areasOf(form.current).filter(({ value, defaultValue }) => value !== defaultValue)
    drafts.set(name, new Map(typed.map((area) => [area.name, area.value])))
  }
}

const areasOf = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLTextAreaElement>('textarea') ?? []),
]
