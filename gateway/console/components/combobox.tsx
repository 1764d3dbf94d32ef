import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { Lookup } from '../api/lookups.ts'
import { useSettled } from './use-settled.ts'

/**
 * A field that searches things on the server by a part of their name, and lets a person choose one: a combobox with a list (ARIA
 * 1.2). The list is open while the field has the focus and a search has begun.
 */
export function Combobox({
  lookup: useLookup,
  value,
  choose,
  fixed = [],
  input = {},
}: {
  lookup: Lookup
  /** The chosen value; empty: none. */
  value: string
  choose: (value: string) => void
  /** Choices that are always offered, before those that are found. */
  fixed?: readonly (readonly [string, string])[]
  input?: { id?: string; required?: boolean | undefined; 'aria-describedby'?: string | undefined }
}): ReactNode {
  const list = useId()
  const [text, setText] = useState<string>()
  const [at, setAt] = useState(0)
  const [labels, setLabels] = useState<{ [value: string]: string }>({})
  const isOpen = text !== undefined
  const { choices, more, isPending } = useLookup(useSettled(text ?? ''), isOpen)
  const typed = (text ?? '').trim().toLowerCase()
  // Results of an earlier text are not offered for this one.
  const offered = [...fixed, ...choices].filter(
    ([one, name]) => one === typed || name.toLowerCase().includes(typed),
  )
  const label = labels[value] ?? fixed.find(([one]) => one === value)?.[1]
  const isUnnamed = value !== '' && label === undefined
  // The name of the value that the address or the form began with.
  const named = useLookup(value, isUnnamed).choices.find(([one]) => one === value)?.[1]
  const shut = (): void => {
    setText(undefined)
    setAt(0)
  }
  const take = (index: number): void => {
    const one = offered[index]
    if (one === undefined) return
    setLabels({ ...labels, [one[0]]: one[1] })
    choose(one[0])
    shut()
  }
  const key = (event: KeyboardEvent): void => {
    if (!isOpen && event.key === 'ArrowDown') setText('')
    else if (!isOpen) return
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, offered.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter') take(at)
    else if (event.key === 'Escape') shut()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="combobox">
      <input
        {...input}
        type="text"
        role="combobox"
        autoComplete="off"
        maxLength={200}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={isOpen && offered[at] !== undefined ? `${list}${at}` : undefined}
        value={text ?? label ?? named ?? value}
        onClick={() => setText(text ?? '')}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={key}
        onBlur={shut}
      />
      <span className="choices" role="listbox" id={list} aria-label="Choices" hidden={!isOpen}>
        {isOpen &&
          offered.map(([one, name], index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active choice.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            <span
              key={one}
              id={`${list}${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(index)}
            >
              {name}
            </span>
          ))}
      </span>
      <span className="hidden" role="status">
        {isOpen && !isPending && said(offered.length, more)}
      </span>
    </span>
  )
}

function said(count: number, more: boolean): string {
  if (count === 0) return 'Nothing is found.'
  return more ? `The newest ${count} are shown. Type a part of the name to find others.` : `${count} found.`
}
