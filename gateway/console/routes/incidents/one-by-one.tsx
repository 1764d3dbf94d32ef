import { type ReactNode, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { Badge } from '../../components/badge.tsx'
import { AskToDiscard } from '../../components/forms/asking.tsx'
import { CloseButton } from '../../components/forms/close-button.tsx'
import { Dialog } from '../../components/forms/dialog.tsx'
import type { Refused } from '../../components/forms/each.ts'
import { Form } from '../../components/forms/form.tsx'
import type { Field } from '../../components/forms/input.tsx'
import { useUnsaved } from '../../components/forms/page-dialogs.tsx'
import { useEach } from '../../components/forms/use-each.ts'
import type { Values } from '../../components/forms/values.ts'
import { plural } from '../../components/words.ts'

/** An item of an action, and its outcome: the reason why it was refused, or nothing. */
type Thing = { id: string; name: string }
type Result = Thing & { refused?: string }

/**
 * Does one action with several items, one after the other, and shows the outcome of each. A refused item does not stop the
 * others. When the dialog closes, no further call begins.
 */
export function OneByOne<T extends Thing>({
  title,
  label,
  resource,
  done,
  fields,
  things,
  run,
  onClose,
}: {
  title: string
  label: string
  /** The word for an item: `incident`. */
  resource: string
  /** The word for the action that was done: `moved`. */
  done: string
  fields: Field[]
  things: readonly T[]
  run: (thing: T, values: Values) => Promise<unknown>
  onClose: (isDone: boolean) => void
}): ReactNode {
  const { done: count, refused, run: runEach } = useEach<T>()
  const results = refused && resultsOf(things, refused)
  const submit = (values: Values): Promise<void> => runEach(things, (thing) => run(thing, values))
  const [typed, setTyped] = useState(false)
  const [asking, setAsking] = useState(false)
  const isUnsaved = typed && results === undefined
  useUnsaved(isUnsaved)
  const close = (): void => onClose(results !== undefined)
  const leave = (): void => (isUnsaved ? setAsking(true) : close())
  return (
    <Dialog title={title} onClose={leave} abandon={close}>
      {results === undefined ? (
        <Form label={label} fields={fields} submit={submit} cancel={leave} onTyped={() => setTyped(true)}>
          <ul>
            {things.slice(0, 10).map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
            {things.length > 10 && <li>and {things.length - 10} more</li>}
          </ul>
          {count !== undefined && (
            <p role="status">
              {count} of {things.length} done …
            </p>
          )}
        </Form>
      ) : (
        <Results results={results} resource={resource} done={done} leave={leave} />
      )}
      {asking && isUnsaved && <AskToDiscard stay={() => setAsking(false)} leave={close} />}
    </Dialog>
  )
}

function resultsOf<T extends Thing>(things: readonly T[], refused: readonly Refused<T>[]): Result[] {
  const why = new Map(refused.map(({ thing, error }) => [thing.id, Problem.of(error).message]))
  return things.map(({ id, name }) => {
    const text = why.get(id)
    return text === undefined ? { id, name } : { id, name, refused: text }
  })
}

function Results({
  results,
  resource,
  done,
  leave,
}: {
  results: Result[]
  resource: string
  done: string
  leave: () => void
}): ReactNode {
  const refused = results.filter((one) => one.refused !== undefined)
  return (
    <div className="given">
      <p role="status">
        {plural(results.length - refused.length, resource)} {done}.
        {refused.length > 0 && ` ${refused.length} refused.`}
      </p>
      <section
        className={`notice results ${refused.length > 0 ? 'bad' : ''}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
        tabIndex={0}
        aria-label="Results"
      >
        <ul>
          {[...refused, ...results.filter((one) => one.refused === undefined)].map((one) => (
            <li key={one.id}>
              <Badge
                word={one.refused === undefined ? done : 'refused'}
                tone={one.refused === undefined ? 'good' : 'bad'}
              />{' '}
              {one.name}
              {one.refused !== undefined && `: ${one.refused}`}
            </li>
          ))}
        </ul>
      </section>
      <CloseButton close={leave} />
    </div>
  )
}
