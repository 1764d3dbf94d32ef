import { call } from '../control.js'
import { h } from '../dom.js'
import { may } from '../state.js'
import { dialog, reveal, say } from './dialog.js'
import { form } from './form.js'

/** The buttons of what the person may do with a row. `done` runs after each that succeeded. */
export function buttons(actions, row, done) {
  return actions
    .filter(({ rpc, when = () => true }) => may(rpc) && when(row))
    .map((action) =>
      h(
        'button',
        { type: 'button', class: action.tone, onclick: () => start(action, row, done) },
        action.label,
      ),
    )
}

/** Shows what the act is about, asks for what it needs, calls it, and shows what it gives. */
async function start(action, row, done) {
  const { label, rpc, inputs = [], confirm, review, request, reveal: shows, tone } = action
  let reviewed
  try {
    reviewed = review && (await call(review.rpc, review.request(row)))
  } catch (error) {
    return say(error.message, 'bad')
  }
  dialog(label, (close) => [
    confirm && h('p', {}, confirm),
    reviewed &&
      h(
        'div',
        { class: 'reveal' },
        review.shows(reviewed).map(([title, lines]) => h('div', {}, h('h3', {}, title), list(lines))),
      ),
    form({
      inputs,
      row,
      label,
      tone,
      cancel: close,
      submit: async (values) => {
        const answer = await call(rpc, request(row, values, reviewed))
        close()
        const shown = (shows?.(answer) ?? []).filter(([, value]) => value)
        if (shown.length > 0) reveal(label, shown)
        else say(`${label}: done`, 'good')
        done()
      },
    }),
  ])
}

function list(lines) {
  return h(
    'ul',
    {},
    lines.map((line) => h('li', {}, line)),
  )
}
