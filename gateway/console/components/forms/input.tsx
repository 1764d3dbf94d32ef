import type { ReactNode } from 'react'
import { zone } from '../instant.ts'

/** A field of a form. */
export type Field = {
  name: string
  label: string
  kind?:
    | 'text'
    | 'textarea'
    | 'select'
    | 'number'
    | 'email'
    | 'password'
    | 'date'
    | 'datetime-local'
    | 'file'
    | 'checks'
    | 'check'
  /** `[value, label]` of a choice. */
  options?: readonly (readonly [string, string])[]
  /** What each choice means, by its value. */
  meanings?: { [value: string]: string }
  hint?: string
  required?: boolean
  value?: string | readonly string[] | undefined
  min?: number
  max?: number
  /** Of a number that need not be whole. */
  step?: 'any'
  rows?: number
  autoComplete?: string
  /** Asked for only while each of these other fields has one of the values. */
  when?: { [field: string]: readonly string[] }
  /** `[value, label]` of what may be meant, where something else can be typed too. */
  suggestions?: readonly (readonly [string, string])[]
}

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
  if (field.kind === 'checks') return <Checks field={field}>{below}</Checks>
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
  const list = (field.suggestions ?? []).length === 0 ? undefined : `${id}-list`
  return (
    <>
      <input
        {...common}
        list={list}
        type={field.kind ?? 'text'}
        min={field.min ?? YEARS[field.kind ?? '']?.[0]}
        max={field.max ?? YEARS[field.kind ?? '']?.[1]}
        step={field.kind === 'number' ? (field.step ?? 1) : undefined}
        autoComplete={field.autoComplete ?? 'off'}
      />
      {list !== undefined && (
        <datalist id={list}>
          {field.suggestions!.map(([suggested, label]) => (
            <option key={suggested} value={suggested}>
              {label}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** The times that the services take. Without an end, a year takes six digits. */
const YEARS: { [kind: string]: readonly [string, string] } = {
  date: ['2000-01-01', '2099-12-31'],
  'datetime-local': ['2000-01-01T00:00', '2099-12-31T23:59'],
}

function Checks({ field, children }: { field: Field; children: ReactNode }): ReactNode {
  return (
    <fieldset>
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
