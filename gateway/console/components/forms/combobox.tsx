import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { Lookup } from '../../api/lookups.ts'
import { useDebounced } from './use-debounced.ts'

/**
 * A field that searches things on the server by a part of their name, and lets a person choose one: a combobox with a list (ARIA
 * 1.2). The list is open while the field has the focus and a search has begun.
 */
export function Combobox({ lookup, value, choose, fixed = [], input = {} }: ComboboxProps): ReactNode {
  const list = useId()
  const search = useSearch(lookup, fixed)
  const { name, keepName } = useName(lookup, value, fixed)
  const { text, at, offered } = search
  const isOpen = text !== undefined
  const take = (index: number): void => {
    const one = offered[index]
    if (one === undefined) return
    keepName(one)
    choose(one[0])
    search.close()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (!isOpen && event.key === 'ArrowDown') search.open()
    else if (!isOpen) return
    else if (event.key === 'ArrowDown') search.move(Math.min(at + 1, offered.length - 1))
    else if (event.key === 'ArrowUp') search.move(Math.max(at - 1, 0))
    else if (event.key === 'Enter') take(at)
    else if (event.key === 'Escape') search.close()
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
        value={text ?? name}
        onClick={search.open}
        onChange={(event) => search.type(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={search.close}
      />
      <Choices id={list} isOpen={isOpen} offered={offered} at={at} take={take} />
      <span className={isOpen && offered.length === 0 ? 'choices' : 'hidden'} role="status">
        {isOpen && (search.isPending ? 'Searching …' : countOf(offered.length, search.more))}
      </span>
    </span>
  )
}

function Choices({ id, isOpen, offered, at, take }: ChoicesProps): ReactNode {
  return (
    <span
      className="choices"
      role="listbox"
      id={id}
      aria-label="Choices"
      hidden={!isOpen || offered.length === 0}
    >
      {isOpen &&
        offered.map(([one, name], index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active choice.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
          <span
            key={one}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(index)}
          >
            {name}
          </span>
        ))}
    </span>
  )
}

/** The text that is searched by (undefined: the list is closed), the choices that it finds, and the active one of them. */
function useSearch(useLookup: Lookup, fixed: readonly Choice[]) {
  const [text, setText] = useState<string>()
  const [at, move] = useState(0)
  const { choices, more, isPending } = useLookup(useDebounced(text ?? ''), text !== undefined)
  const typed = (text ?? '').trim().toLowerCase()
  // Results of an earlier text are not offered for this one.
  const offered = [...fixed, ...choices].filter(
    ([one, name]) => one === typed || name.toLowerCase().includes(typed),
  )
  const set = (next: string | undefined): void => {
    setText(next)
    move(0)
  }
  return {
    text,
    at,
    offered,
    more,
    isPending,
    move,
    open: () => setText(text ?? ''),
    type: (next: string) => set(next),
    close: () => set(undefined),
  }
}

/** The name of a value: of a fixed choice, of one that was found here, or else as the server finds it by the value. */
function useName(useLookup: Lookup, value: string, fixed: readonly Choice[]) {
  const [names, setNames] = useState<{ [value: string]: string }>({})
  const known = names[value] ?? fixed.find(([one]) => one === value)?.[1]
  // The address or the form can begin with a value that was not chosen here.
  const isUnknown = value !== '' && known === undefined
  const found = useLookup(value, isUnknown).choices.find(([one]) => one === value)?.[1]
  return {
    name: known ?? found ?? value,
    keepName: ([chosen, name]: Choice) => setNames({ ...names, [chosen]: name }),
  }
}

function countOf(count: number, more: boolean): string {
  if (count === 0) return 'Nothing is found.'
  return more ? `The newest ${count} are shown. Type a part of the name to find others.` : `${count} found.`
}

type ComboboxProps = {
  lookup: Lookup
  /** The chosen value; empty: none. */
  value: string
  choose: (value: string) => void
  /** Choices that are always offered, before those that are found. */
  fixed?: readonly Choice[]
  input?: { id?: string; required?: boolean | undefined; 'aria-describedby'?: string | undefined }
}

type ChoicesProps = {
  id: string
  isOpen: boolean
  offered: readonly Choice[]
  at: number
  take: (index: number) => void
}

/** A value and its name. */
type Choice = readonly [string, string]
