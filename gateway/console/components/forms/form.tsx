import { type ReactNode, useId, useRef, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { linesOf, listedOf } from '../words.ts'
import { type Field, Input } from './input.tsx'
import { keyOf, useFollow } from './use-follow.ts'

/** The values of a form's fields. */
export class Values {
  readonly #data: FormData
  readonly #fields: readonly Field[]

  constructor(data: FormData, fields: readonly Field[]) {
    this.#data = data
    this.#fields = fields
  }

  /**
   * Of parts of a request that are named like their fields, those whose field is not what it began with. What somebody else changed
   * since the form was opened stays.
   */
  changed<Parts extends object>(parts: Parts): Partial<Parts> {
    return Object.fromEntries(
      Object.entries(parts).filter(([name]) => this.#isChanged(name)),
    ) as Partial<Parts>
  }

  /** The same, where nothing else is sent. @throws Problem where nothing was changed: there is nothing to record. */
  edited<Parts extends object>(parts: Parts): Partial<Parts> {
    const changed = this.changed(parts)
    if (Object.keys(changed).length === 0) throw new Problem('Nothing is changed yet.')
    return changed
  }

  #isChanged(name: string): boolean {
    const field = this.#fields.find((one) => one.name === name)
    const began = [field?.value ?? []].flat()
    const now = this.all(name)
    if (field?.kind === 'checks') return String([...began].sort()) !== String([...now].sort())
    // A field of one line has no ends of lines, one of several has them in one form.
    const ends = field?.kind === 'textarea' ? /\r/g : /[\r\n]/g
    return now.join('\n').replaceAll(ends, '') !== began.join('\n').replaceAll(ends, '')
  }

  text(name: string): string {
    return String(this.#data.get(name) ?? '').trim()
  }

  /** The typed text with its spaces: a password. */
  exact(name: string): string {
    return String(this.#data.get(name) ?? '')
  }

  number(name: string): number {
    return Number(this.text(name))
  }

  /** The value of an enum that was chosen. */
  chosen<E extends number>(name: string): E {
    return this.number(name) as E
  }

  lines(name: string): string[] {
    return linesOf(this.text(name))
  }

  listed(name: string): string[] {
    const recorded = this.#fields.find((one) => one.name === name)?.value
    return listedOf(this.text(name), [recorded ?? []].flat())
  }

  /** A file that was chosen. */
  file(name: string): File {
    return this.#data.get(name) as File
  }

  all(name: string): string[] {
    return this.#data.getAll(name).map(String)
  }

  checked(name: string): boolean {
    return this.#data.get(name) !== null
  }
}

/**
 * A form. An error that `submit` throws is shown above the buttons and beside the fields that the server names; typed values
 * stay.
 */
export function Form({
  fields,
  label,
  tone = 'main',
  submit,
  cancel,
  onTyped,
  disabled = false,
  children,
}: {
  fields: Field[]
  label: string
  tone?: string
  submit: (values: Values) => Promise<void>
  cancel?: () => void
  onTyped?: () => void
  disabled?: boolean
  children?: ReactNode
}): ReactNode {
  const [chosen, setChosen] = useState<{ [field: string]: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const shown = asked(fields, chosen)
  useFollow(form, shown)
  const { problem, isSending, send } = useSending(() =>
    submit(new Values(new FormData(form.current!), shown)),
  )
  return (
    <form
      ref={form}
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement) setChosen({ ...chosen, [target.name]: target.value })
      }}
      onInput={onTyped}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {children}
      {shown.map((field) => (
        <Input
          key={keyOf(field)}
          field={field}
          id={`${id}${field.name}`}
          problems={problemsOf(problem, field)}
        />
      ))}
      {problem !== undefined && <ProblemNotice problem={problem} fields={shown} />}
      <footer>
        {cancel !== undefined && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
        <button type="submit" className={tone} disabled={isSending || disabled}>
          {isSending ? 'Sending …' : label}
        </button>
      </footer>
    </form>
  )
}

/** Sends a form, and keeps the error of the last attempt until the next. */
function useSending(submit: () => Promise<void>) {
  const [problem, setProblem] = useState<Problem>()
  const [isSending, setIsSending] = useState(false)
  const send = async (): Promise<void> => {
    setIsSending(true)
    setProblem(undefined)
    try {
      await submit()
    } catch (error) {
      setProblem(Problem.of(error))
    } finally {
      setIsSending(false)
    }
  }
  return { problem, isSending, send }
}

/** The fields that are asked for, given the choices in others. */
function asked(fields: Field[], chosen: { [field: string]: string }): Field[] {
  const valueNow = (name: string): string => {
    const field = fields.find((one) => one.name === name)
    return chosen[name] ?? String(field?.value ?? field?.options?.[0]?.[0] ?? '')
  }
  return fields.filter(({ when }) =>
    Object.entries(when ?? {}).every(([name, among]) => among.includes(valueNow(name))),
  )
}

/** The error of the server. The error of a field is shown beside that field: here the field is only named. */
function ProblemNotice({ problem, fields }: { problem: Problem; fields: Field[] }): ReactNode {
  const messages = Object.entries(problem.fields)
  const marked = fields.filter((field) => problemsOf(problem, field).length > 0)
  const beside = marked.flatMap(namesOf)
  const others = messages.filter(([name]) => !beside.includes(name))
  // The message is the first of them.
  const lines = others
    .map(([name, what]) => `${name}: ${what.join(', ')}`)
    .filter((line) => !problem.message.toLowerCase().startsWith(line.toLowerCase()))
  return (
    <div className="problem" role="alert">
      {marked.length > 0 && others.length === 0 ? (
        <p>Check what is marked: {marked.map(({ label }) => label).join(', ')}.</p>
      ) : (
        <p>{problem.message}</p>
      )}
      {problem.currentVersion !== undefined && (
        <p>
          Somebody else changed it meanwhile. What you typed is kept; the other fields show what is recorded
          now. Send it again to change what you typed.
        </p>
      )}
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {messages.length === 0 && problem.requestId !== undefined && (
        <p className="muted">Request {problem.requestId}</p>
      )}
    </div>
  )
}

function problemsOf(problem: Problem | undefined, field: Field): string[] {
  const [name, snake] = namesOf(field)
  return problem?.fields[name] ?? problem?.fields[snake] ?? []
}

/** A field's name in the form, and as the API writes it. */
const namesOf = ({ name }: Field): [string, string] => [
  name,
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
]
