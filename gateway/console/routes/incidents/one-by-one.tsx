import { type ReactNode, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { Badge } from '../../components/badge.tsx'
import { AskToDiscard } from '../../components/forms/asking.tsx'
import { CloseButton } from '../../components/forms/close-button.tsx'
import { Dialog } from '../../components/forms/dialog.tsx'
import type { Outcome } from '../../components/forms/each.ts'
import type { Field } from '../../components/forms/field.ts'
import { Form } from '../../components/forms/form.tsx'
import { useUnsaved } from '../../components/forms/page-dialogs.tsx'
import { useEach } from '../../components/forms/use-each.ts'
import type { Values } from '../../components/forms/values.ts'
import { plural } from '../../language/words.ts'

/** An item of an action. `now`: what it has at present of what the action changes. */
type Thing = { id: string; name: string; now?: ReactNode }
/** Its outcome: the reason why it was refused, whether it was not begun, or nothing. */
type Result = Thing & { refused?: string; isLeft?: boolean }

/**
 * Does one action with several items, one after the other, and shows the outcome of each. A refused item does not stop the
 * others. Leaving the dialog while calls are made stops them, and shows what was done.
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
  /** Receives the ids of the items without success; undefined where nothing was tried. */
  onClose: (left: readonly string[] | undefined) => void
}): ReactNode {
  const { done: count, outcome, run: runEach, stop } = useEach<T>()
  const results = outcome && resultsOf(things, outcome)
  const submit = (values: Values): Promise<void> => runEach(things, (thing) => run(thing, values))
  const [typed, setTyped] = useState(false)
  const [asking, setAsking] = useState(false)
  const isUnsaved = typed && count === undefined
  useUnsaved(isUnsaved)
  const close = (): void =>
    onClose(results?.filter((one) => one.isLeft || one.refused !== undefined).map(({ id }) => id))
  const leave = (): void => {
    if (isUnsaved) setAsking(true)
    else if (!stop()) close()
  }
  return (
    <Dialog title={title} onClose={leave} abandon={close}>
      {results === undefined ? (
        <Form
          label={label}
          fields={fields}
          submit={submit}
          cancel={leave}
          cancelLabel={count === undefined ? 'Cancel' : 'Stop'}
          onTyped={() => setTyped(true)}
        >
          <ul>
            {things.slice(0, 10).map(({ id, name, now }) => (
              <li key={id}>
                <bdi>{name}</bdi>
                {now !== undefined && <> · {now}</>}
              </li>
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

function resultsOf<T extends Thing>(things: readonly T[], { refused, left }: Outcome<T>): Result[] {
  const why = new Map(refused.map(({ thing, error }) => [thing.id, Problem.of(error).message]))
  const stopped = new Set(left.map(({ id }) => id))
  return things.map(({ id, name }) => {
    const text = why.get(id)
    return { id, name, isLeft: stopped.has(id), ...(text === undefined ? {} : { refused: text }) }
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
  const left = results.filter(({ isLeft }) => isLeft)
  const rest = results.filter((one) => one.refused === undefined && !one.isLeft)
  return (
    <div className="given">
      <p role="status">
        {plural(rest.length, resource)} {done}.{refused.length > 0 && ` ${refused.length} refused.`}
        {left.length > 0 && ` Stopped: ${left.length} not done, and still selected.`}
      </p>
      <section
        className={`notice results ${refused.length > 0 ? 'bad' : ''}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
        tabIndex={0}
        aria-label="Results"
      >
        <ul>
          {[...refused, ...left, ...rest].map((one) => (
            <li key={one.id}>
              <Badge
                word={one.refused !== undefined ? 'refused' : one.isLeft ? 'not done' : done}
                tone={one.refused !== undefined ? 'bad' : one.isLeft ? 'warn' : 'good'}
              />{' '}
              <bdi>{one.name}</bdi>
              {one.refused !== undefined && `: ${one.refused}`}
            </li>
          ))}
        </ul>
      </section>
      <CloseButton close={leave} />
    </div>
  )
}
