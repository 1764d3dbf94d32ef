import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Field } from './field.ts'

/**
 * Updates the fields that the person has not changed when the recorded values are fetched again while the form is open. Typed
 * values stay. So a value that differs from the recorded one is a change by the person.
 *
 * @param isSent the form was sent and has no answer: nothing changes, so that it can be sent again without a change
 */
export function useFollow(
  form: RefObject<HTMLFormElement | null>,
  fields: readonly Field[],
  isSent: boolean,
): void {
  const shown = useRef(new Map<string, readonly string[]>())
  useLayoutEffect(() => {
    if (isSent) return
    const now = new Map(fields.map((field) => [keyOf(field), [field.value ?? []].flat()]))
    for (const field of fields) {
      const before = shown.current.get(keyOf(field))
      const value = now.get(keyOf(field))!
      if (before === undefined || before.join('\n') === value.join('\n')) continue
      for (const control of controlsOf(form.current, field.name)) follow(control, before, value)
    }
    shown.current = now
  })
}

/** Returns the key of a field. If several fields have one name, only one is shown at a time, and each has its own value. */
export const keyOf = ({ name, when }: Field): string => `${name} ${JSON.stringify(when ?? '')}`

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const controlsOf = (form: HTMLFormElement | null, name: string): Control[] =>
  [...(form?.elements ?? [])].filter((one): one is Control => (one as Control).name === name)

function follow(control: Control, before: readonly string[], value: readonly string[]): void {
  if (control.type === 'file') return
  if (control instanceof HTMLInputElement && control.type === 'checkbox') {
    if (control.checked === before.includes(control.value)) control.checked = value.includes(control.value)
  } else if (withoutEnds(control.value) === withoutEnds(shownBy(control, before)))
    control.value = shownBy(control, value)
}

/** Returns what a control shows for a value. A choice without that value shows its first option. */
function shownBy(control: Control, value: readonly string[]): string {
  const text = value.join('\n')
  if (!(control instanceof HTMLSelectElement)) return text
  const options = [...control.options].map((option) => option.value)
  return options.includes(text) ? text : (options[0] ?? '')
}

/** Removes line ends, which a field of one line cannot have. */
const withoutEnds = (text: string): string => text.replaceAll(/[\r\n]/g, '')
