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

/** Asks for what the action needs, calls it, and shows what it gives. */
function start(action, row, done) {
  const { label, rpc, inputs = [], confirm, request, reveal: shows, tone } = action
  dialog(label, (close) => [
    confirm && h('p', {}, confirm),
    form({
      inputs,
      row,
      label,
      tone,
      cancel: close,
      submit: async (values) => {
        const answer = await call(rpc, request(row, values))
        close()
        const shown = (shows?.(answer) ?? []).filter(([, value]) => value)
        if (shown.length > 0) reveal(label, shown)
        else say(`${label}: done`, 'good')
        done()
      },
    }),
  ])
}
