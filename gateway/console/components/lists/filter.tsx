import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Lookup } from '../../api/lookups.ts'
import { visible } from '../../language/visible.ts'
import { Combobox } from '../forms/combobox.tsx'
import {
  type Address,
  isId,
  type Kind,
  type Kinds,
  LONGEST_SEARCH,
  readAddress,
  searched,
} from './parameters.ts'

/** Returns the query of the address, and a function that changes it. Going back in the browser restores the earlier query. */
export function useAddress(): [Address, (name: string, value: string) => void] {
  const search = useSearch({ strict: false }) as Address
  const navigate = useNavigate()
  return [
    search,
    (name, value) => {
      const { [name]: _, ...others } = search
      void navigate({
        to: '.',
        search: value === '' ? others : { ...others, [name]: value },
        replace: true,
        resetScroll: false,
      })
    },
  ]
}

/** Returns the parameters of the address that can be read. A page shows the others beside its filters (Unread). */
export function useParameters(kinds: Kinds): Address {
  const [address] = useAddress()
  return readAddress(address, kinds).known
}

/** Says which parameters of the address cannot be read. They may come from a link that was cut off, or were typed. */
export function Unread({ kinds }: { kinds: Kinds }): ReactNode {
  const [address] = useAddress()
  const navigate = useNavigate()
  const { unread } = readAddress(address, kinds)
  if (unread.length === 0) return null
  const said = unread.map((name) => `${name}=${visible(address[name]!.slice(0, 50))}`)
  return (
    <div className="notice warn unread" role="status">
      <p>
        Not understood, and left out: <strong>{said.join(', ')}</strong>
      </p>
      <button
        type="button"
        onClick={() =>
          void navigate({
            to: '.',
            search: Object.fromEntries(Object.entries(address).filter(([name]) => !unread.includes(name))),
            replace: true,
          })
        }
      >
        Remove from the address
      </button>
    </div>
  )
}

/** A choice that is kept in the address, so that it stays after a reload and in a link. */
export function Filter({
  name,
  label,
  options,
  all = 'all',
}: {
  name: string
  label: string
  options: readonly (readonly [string, string])[]
  all?: string
}): ReactNode {
  const [search, set] = useAddress()
  const chosen = search[name] ?? ''
  // The reader may not be allowed to list the chosen thing, or the list of options may be too short to have it.
  const isUnlisted = isId(chosen) && !options.some(([value]) => value === chosen)
  return (
    <label className="filter" {...unset(chosen)}>
      <span>{label}</span>
      <select value={chosen} onChange={(event) => set(name, event.currentTarget.value)}>
        <option value="">{all}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
        {isUnlisted && <option value={chosen}>{chosen}</option>}
      </select>
    </label>
  )
}

/** A choice of things that are searched by their name. The address keeps the id of the chosen one. */
export function LookupFilter({
  name,
  label,
  lookup,
  fixed = [],
}: {
  name: string
  label: string
  lookup: Lookup
  /** Further choices, such as the reader's own. */
  fixed?: readonly (readonly [string, string])[]
}): ReactNode {
  const [search, set] = useAddress()
  const id = useId()
  return (
    <span className="filter" {...unset(search[name])}>
      <label htmlFor={id}>{label}</label>
      <Combobox
        lookup={lookup}
        value={search[name] ?? ''}
        choose={(value) => set(name, value)}
        fixed={[['', 'all'], ...fixed]}
        input={{ id }}
      />
    </span>
  )
}

/**
 * A search text that is kept in the address. A text that the list cannot be searched for (`kind`) stays in the field, which says
 * why.
 */
export function SearchField({
  name,
  label,
  kind = searched,
}: {
  name: string
  label: string
  kind?: Kind
}): ReactNode {
  const [search, set] = useAddress()
  const value = search[name] ?? ''
  const field = useRef<HTMLInputElement>(null)
  const note = useId()
  const [isRefused, setIsRefused] = useState(false)
  const address = JSON.stringify(search)
  // A view, a link or going back may also change the address. The field then shows the text that the list is searched for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused text is not in the address.
  useEffect(() => {
    setIsRefused(false)
    if (field.current !== null && field.current.value.trim() !== value) field.current.value = value
  }, [address, value])
  const look = (text: string): void => {
    const typed = text.trim()
    const isTaken = typed === '' || kind(typed)
    setIsRefused(!isTaken)
    if (isTaken && typed !== value) set(name, typed)
  }
  return (
    <>
      <label className="filter wide" {...unset(value)}>
        <span>{label}</span>
        <input
          ref={field}
          type="search"
          maxLength={LONGEST_SEARCH}
          defaultValue={value}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? note : undefined}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) look(event.currentTarget.value)
          }}
          onBlur={(event) => look(event.currentTarget.value)}
          onInput={(event) => {
            // The browser's own button that empties the field sends neither a key nor a blur.
            if (event.currentTarget.value === '') look('')
          }}
        />
      </label>
      {isRefused && (
        <span className="wrong" id={note} role="status">
          Type a letter or a digit.
        </span>
      )}
    </>
  )
}

/**
 * A day in the reader's time zone that is kept in the address. While a person types its year, the field has days of the years 2,
 * 20 and 202. These stay in the field and are not searched for.
 */
export function DayField({ name, label }: { name: string; label: string }): ReactNode {
  const [search, set] = useAddress()
  const value = search[name] ?? ''
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = field.current
    if (input !== null && input !== document.activeElement && input.value !== value) input.value = value
  }, [value])
  return (
    <label className="filter" {...unset(value)}>
      <span>{label}</span>
      <input
        ref={field}
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        defaultValue={value}
        onChange={({ currentTarget: { value: typed, validity } }) => {
          if (validity.valid && typed !== value) set(name, typed)
        }}
      />
    </label>
  )
}

/** Marks a filter without a value. Print leaves it out, and keeps those that say which rows the list has. */
const unset = (value: string | undefined): object => (value ? {} : { 'data-unset': '' })
