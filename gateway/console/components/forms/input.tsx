import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import type { Lookup } from '../../api/lookups.ts'
import { zone } from '../../language/instant.ts'
import { Combobox } from './combobox.tsx'
import { DateTime } from './date-time.tsx'
import type { Field } from './field.ts'
import { useDebounced } from './use-debounced.ts'

export function Input({ field, id, problems }: { field: Field; id: string; problems: string[] }): ReactNode {
  const notes = [
    field.hint === undefined ? '' : `${id}-hint`,
    problems.length === 0 ? '' : `${id}-problem`,
  ].filter(Boolean)
  const below = (
    <>
      {field.hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {problems.length > 0 && (
        <p className="wrong" id={`${id}-problem`}>
          {problems.join(', ')}
        </p>
      )}
    </>
  )
  if (field.kind === 'checks')
    return (
      <Checks field={field} id={id} notes={notes.join(' ')}>
        {below}
      </Checks>
    )
  if (field.kind === 'check') {
    return (
      <div className="input">
        <label className="check">
          <input type="checkbox" name={field.name} defaultChecked={field.value === 'on'} /> {field.label}
        </label>
        {below}
      </div>
    )
  }
  return (
    <div className="input">
      <label htmlFor={id}>
        {field.label}
        {field.kind === 'datetime-local' && <span className="muted"> {zone()}</span>}
        {field.required === true && <span className="muted"> required</span>}
      </label>
      <Control field={field} id={id} notes={notes.join(' ')} wrong={problems.length > 0} />
      {below}
    </div>
  )
}

function Control({
  field,
  id,
  notes,
  wrong,
}: {
  field: Field
  id: string
  notes: string
  wrong: boolean
}): ReactNode {
  const value = typeof field.value === 'string' ? field.value : (field.value?.join('\n') ?? '')
  const common = {
    id,
    name: field.name,
    required: field.required,
    defaultValue: value,
    'aria-describedby': notes === '' ? undefined : notes,
    'aria-invalid': wrong || undefined,
  }
  if (field.kind === 'textarea') return <textarea {...common} rows={field.rows ?? 4} />
  if (field.kind === 'select') {
    return (
      <select {...common}>
        {field.options?.map(([option, label]) => (
          <option key={option} value={option}>
            {field.meanings?.[option] === undefined ? label : `${label}: ${field.meanings[option]}`}
          </option>
        ))}
      </select>
    )
  }
  if (field.kind === 'lookup') return <Chosen field={field} input={common} />
  if (field.suggest !== undefined) return <Suggesting field={field} suggest={field.suggest} input={common} />
  if (field.kind === 'datetime-local')
    return <DateTime field={field} input={{ ...common, ...typeOf(field) }} />
  return <input {...common} {...typeOf(field)} />
}

const typeOf = (field: Field) => ({
  type: field.kind ?? 'text',
  min: field.min ?? RANGES[field.kind ?? '']?.[0],
  max: field.max ?? RANGES[field.kind ?? '']?.[1],
  step: field.kind === 'number' ? (field.step ?? 1) : undefined,
  autoComplete: field.autoComplete ?? 'off',
})

type Common = Omit<ComponentProps<'input'> & { name: string }, 'list'>

/** A field in which a thing is searched by its name. The value in the form is its id. */
function Chosen({ field, input }: { field: Field; input: Common }): ReactNode {
  const { name, defaultValue, ...shown } = input
  const [value, setValue] = useState(String(defaultValue ?? ''))
  const hidden = useRef<HTMLInputElement>(null)
  const choose = (chosen: string): void => {
    setValue(chosen)
    // A choice by mouse is not typed, so that the browser sends no event: the form learns of it by this one.
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <>
      <input ref={hidden} type="hidden" name={name} value={value} />
      <Combobox lookup={field.lookup!} value={value} choose={choose} input={shown} />
    </>
  )
}

/** A text field with suggestions below it. */
function Suggesting({
  field,
  suggest: useSuggested,
  input,
}: {
  field: Field
  suggest: Lookup
  input: Common
}): ReactNode {
  const list = useId()
  const [typed, setTyped] = useState<string>()
  const { choices } = useSuggested(useDebounced(typed ?? ''), typed !== undefined)
  return (
    <>
      <input
        {...input}
        {...typeOf(field)}
        list={list}
        onFocus={({ currentTarget: { value } }) => setTyped(value)}
        onInput={({ currentTarget: { value } }) => setTyped(value)}
      />
      <datalist id={list}>
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}

/**
 * The ranges of times and numbers that the services accept. Without a largest value, browsers let a year have six digits, and a
 * number more than its message can hold.
 */
const RANGES: { [kind: string]: readonly [string | number | undefined, string | number] } = {
  number: [undefined, Number.MAX_SAFE_INTEGER],
  date: ['2000-01-01', '2099-12-31'],
  'datetime-local': ['2000-01-01T00:00', '2099-12-31T23:59'],
}

function Checks({
  field,
  id,
  notes,
  children,
}: {
  field: Field
  id: string
  notes: string
  children: ReactNode
}): ReactNode {
  return (
    <fieldset id={id} aria-describedby={notes === '' ? undefined : notes}>
      <legend>{field.label}</legend>
      {children}
      <div className="checks">
        {field.options?.map(([option, label]) => (
          <label key={option}>
            <input
              type="checkbox"
              name={field.name}
              value={option}
              defaultChecked={field.value?.includes(option) ?? false}
            />{' '}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
