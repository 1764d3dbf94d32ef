/** Whether a person types text into the element: an area of text, or an input that is not a choice, a file or a button. */
export function isTextField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !NO_TEXT.has(target.type)
}

const NO_TEXT = new Set(['button', 'checkbox', 'file', 'hidden', 'radio', 'reset', 'submit'])
