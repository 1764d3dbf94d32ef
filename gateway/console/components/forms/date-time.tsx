import { type ComponentProps, type ReactNode, useState } from 'react'
import { exact, isMinuteOf, typedInstants } from '../../language/instant.ts'
import type { Field } from './field.ts'
import { choiceOf } from './timestamp.ts'

/**
 * A field of date and time in the reader's time zone. Where the clocks were set back over the typed time, it asks which of the two
 * instants is meant.
 */
export function DateTime({
  field,
  input,
}: {
  field: Field
  input: ComponentProps<'input'> & { name: string }
}): ReactNode {
  const [typed, setTyped] = useState<string>()
  const meant = typedInstants(typed ?? field.value?.toString() ?? '')
  return (
    <>
      <input {...input} onInput={({ currentTarget: { value } }) => setTyped(value)} />
      {meant.length > 1 && (
        <select
          key={meant.join()}
          name={choiceOf(input.name)}
          aria-label={`Which of the two times: ${field.label}`}
          defaultValue={(meant.find((one) => isMinuteOf(one, field.at)) ?? meant[0]!).getTime()}
        >
          {meant.map((one) => (
            <option key={one.getTime()} value={one.getTime()}>
              {exact(one)}
            </option>
          ))}
        </select>
      )}
    </>
  )
}
