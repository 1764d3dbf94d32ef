import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { useDraft } from './drafts.ts'
import type { Field } from './field.ts'
import { Input } from './input.tsx'
import { ProblemNotice, problemsOf } from './problem-notice.tsx'
import { keyOf, useFollow } from './use-follow.ts'
import { Values } from './values.ts'

type FormProps = {
  fields: Field[]
  label: string
  /** The label of the button until `submit` has ended. */
  sending?: string
  tone?: string
  submit: (values: Values) => Promise<void>
  cancel?: () => void
  cancelLabel?: string
  onTyped?: () => void
  /** The name under which typed text is kept when its page is left. */
  draft?: string
  disabled?: boolean
  /** The version of the thing whose recorded values the fields have. */
  version?: number | undefined
  children?: ReactNode
}

/**
 * A form. An error that `submit` throws is shown above the buttons, which come into view, and beside the fields that the server
 * names. Typed values stay.
 */
export function Form({
  fields,
  label,
  sending = 'Sending …',
  tone = 'main',
  submit,
  cancel,
  cancelLabel = 'Cancel',
  onTyped,
  draft,
  disabled = false,
  version,
  children,
}: FormProps): ReactNode {
  const [chosen, setChosen] = useState<{ [field: string]: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const shown = shownFields(fields, chosen)
  const keepDraft = useDraft(form, draft)
  const { problem, isSending, send } = useSending(() =>
    submit(new Values(new FormData(form.current!), shown)),
  )
  useFollow(form, shown, isSending || problem?.isAnswered === false)
  useEffect(() => {
    if (problem !== undefined && form.current !== null) focusProblem(form.current)
  }, [problem])
  return (
    <form
      ref={form}
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement) setChosen({ ...chosen, [target.name]: target.value })
      }}
      onInput={() => {
        keepDraft()
        onTyped?.()
      }}
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
      {problem !== undefined && <ProblemNotice problem={problem} fields={shown} version={version} />}
      <Buttons
        label={isSending ? sending : label}
        tone={tone}
        cancel={cancel}
        cancelLabel={cancelLabel}
        disabled={isSending || disabled}
      />
    </form>
  )
}

/** Shows the error and the buttons. The focus moves to the first control of a field with an error, or returns to the button. */
function focusProblem(form: HTMLFormElement): void {
  form.lastElementChild?.scrollIntoView({ block: 'nearest' })
  const marked = form.querySelector<HTMLElement>('[aria-invalid=true], .wrong ~ .checks input')
  const button = form.querySelector<HTMLElement>('button[type=submit]')
  ;(marked ?? button)?.focus()
}

function Buttons(props: {
  label: string
  tone: string
  cancel: (() => void) | undefined
  cancelLabel: string
  disabled: boolean
}): ReactNode {
  const { label, tone, cancel, cancelLabel, disabled } = props
  return (
    <footer>
      {cancel !== undefined && (
        <button type="button" onClick={cancel}>
          {cancelLabel}
        </button>
      )}
      <button type="submit" className={tone} disabled={disabled}>
        {label}
      </button>
    </footer>
  )
}

/** Sends a form, and keeps the error of the last attempt until the next one. */
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

/** Returns the fields that are shown, given the choices in the other fields. */
function shownFields(fields: Field[], chosen: { [field: string]: string }): Field[] {
  const valueNow = (name: string): string => {
    const field = fields.find((one) => one.name === name)
    return chosen[name] ?? String(field?.value ?? field?.options?.[0]?.[0] ?? '')
  }
  return fields.filter(({ when }) =>
    Object.entries(when ?? {}).every(([name, among]) => among.includes(valueNow(name))),
  )
}
