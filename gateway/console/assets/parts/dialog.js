import { fill, h } from '../dom.js'
import { badge } from './cells.js'

/** A modal dialog. Focus goes in and comes back; Escape and the close button end it. `body` gets the dialog's `close`. */
export function dialog(title, body, { wide = false } = {}) {
  const close = () => element.close()
  const element = h(
    'dialog',
    { 'aria-labelledby': 'dialog-title', class: wide ? 'wide' : undefined, onclose: () => element.remove() },
    h(
      'header',
      {},
      h('h2', { id: 'dialog-title' }, title),
      h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: close }, '✕'),
    ),
    ...[body(close)].flat(),
  )
  document.body.append(element)
  element.showModal()
}

/** Ends every dialog: the page below is another one. */
export function closeDialogs() {
  for (const open of document.querySelectorAll('dialog')) open.close()
}

/** Says something for a moment, to screen readers too. */
export function say(text, tone = '') {
  const note = h('p', { class: `note ${tone}` }, text)
  region().append(note)
  setTimeout(() => note.remove(), 6000)
}

/** Shows what an action gave: words as text, what is to be kept (keys, secrets, hashes, notes) with a button that copies it. */
export function reveal(title, entries) {
  dialog(title, (close) =>
    h(
      'div',
      { class: 'reveal' },
      entries.map(([label, value]) =>
        h('div', {}, h('h3', {}, label.replaceAll('_', ' ')), given(String(value))),
      ),
      h(
        'footer',
        {},
        h('button', { type: 'button', class: 'main', autofocus: true, onclick: close }, 'Done'),
      ),
    ),
  )
}

function given(value) {
  if (/^\S{1,15}$/.test(value)) return h('p', {}, badge(value))
  const isNote = value.includes('\n')
  if (!isNote && value.includes(' ')) return h('p', {}, value)
  const copy = h('button', { type: 'button', onclick: () => copied(copy, value) }, 'Copy')
  return h('div', { class: 'kept' }, isNote ? h('pre', { tabindex: 0 }, value) : h('code', {}, value), copy)
}

async function copied(button, value) {
  await navigator.clipboard.writeText(value)
  fill(button, 'Copied')
}

function region() {
  const found = document.getElementById('notes')
  if (found !== null) return found
  const made = h('div', { id: 'notes', role: 'status', 'aria-live': 'polite' })
  document.body.append(made)
  return made
}
