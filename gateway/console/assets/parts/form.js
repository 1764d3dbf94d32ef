import { call } from '../control.js'
import { fill, h } from '../dom.js'
import { state } from '../state.js'

/**
 * A form of declared inputs. `submit` gets the values by name; what it throws stands above the buttons, and beside the
 * fields that the server names.
 */
export function form({ inputs, row = {}, label, tone = 'main', submit, cancel }) {
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true })
  const button = h('button', { type: 'submit', class: tone }, label)
  const element = h(
    'form',
    {
      onsubmit: async (event) => {
        event.preventDefault()
        button.disabled = true
        problem.hidden = true
        try {
          await submit(valuesOf(element, inputs))
        } catch (error) {
          fill(problem, error.message)
          problem.hidden = false
          problem.scrollIntoView({ block: 'nearest' })
        } finally {
          button.disabled = false
        }
      },
    },
    inputs.map((input, i) => group(input, row, i === 0)),
    problem,
    h('footer', {}, cancel && h('button', { type: 'button', onclick: cancel }, 'Cancel'), button),
  )
  return element
}

function group(input, row, first) {
  const id = `input-${input.name}`
  const hint = input.hint === undefined ? undefined : `${id}-hint`
  const hintLine = hint && h('p', { class: 'hint', id: hint }, input.hint)
  if (input.kind === 'checks') {
    return h(
      'fieldset',
      {},
      h('legend', {}, input.label),
      hintLine,
      h(
        'div',
        { class: 'checks' },
        input.options.map(([value, label]) =>
          h('label', {}, h('input', { type: 'checkbox', name: input.name, value }), ' ', label),
        ),
      ),
    )
  }
  const control = controlOf(input, row, {
    id,
    name: input.name,
    autofocus: first,
    required: input.required,
    'aria-describedby': hint,
  })
  return h('div', { class: 'input' }, h('label', { for: id }, input.label), control, hintLine)
}

function controlOf(input, row, properties) {
  const value = input.value?.(row) ?? ''
  switch (input.kind) {
    case 'select':
      return select(input, value, properties)
    case 'own-roles':
      return h(
        'select',
        properties,
        options(
          state.session.user.attestation_roles.map((option) => [option, option]),
          value,
        ),
      )
    case 'textarea':
    case 'lines':
      return h('textarea', { ...properties, rows: 4 }, value)
    default:
      return h('input', {
        ...properties,
        type: input.kind ?? 'text',
        value,
        min: input.min,
        max: input.max,
        step: input.kind === 'number' ? 'any' : undefined,
        autocomplete: input.autocomplete ?? 'off',
      })
  }
}

/** A choice; where the choices are another list, they are fetched. */
function select({ options: given, from }, value, properties) {
  const element = h('select', properties, options(given ?? [], value))
  if (from !== undefined) {
    call(from.rpc, { page: { limit: 200 } })
      .then((answer) => fill(element, options((answer[from.items] ?? []).map(from.choice), value)))
      .catch((error) => fill(element, h('option', { value: '' }, error.message)))
  }
  return element
}

function options(choices, value) {
  return choices.map(([option, label]) => h('option', { value: option, selected: option === value }, label))
}

function valuesOf(element, inputs) {
  const data = new FormData(element)
  return Object.fromEntries(
    inputs.map(({ name, kind }) => [name, kind === 'checks' ? data.getAll(name) : (data.get(name) ?? '')]),
  )
}
