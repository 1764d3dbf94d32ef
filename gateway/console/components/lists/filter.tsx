import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { visible } from '../visible.ts'
import { type Address, isId, type Kinds, LONGEST_SEARCH, readAddress } from './parameters.ts'

/** The query of the address, and a function that changes it. Going back restores the earlier one. */
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

/** The parameters of the address that can be read. A page shows beside its filters which cannot (Unread). */
export function useParameters(kinds: Kinds): Address {
  const [address] = useAddress()
  return readAddress(address, kinds).known
}

/** Says which parameters of the address cannot be read: they come from a link that was cut or written by hand, or were typed. */
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

/** A choice that is kept in the address, so that a reload and a link keep it. */
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
  // The thing may be one that the reader may not list, or beyond the length of the list.
  const isUnlisted = isId(chosen) && !options.some(([value]) => value === chosen)
  return (
    <label className="filter">
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

/** A search text that is kept in the address. */
export function SearchField({ name, label }: { name: string; label: string }): ReactNode {
  const [search, set] = useAddress()
  const value = search[name] ?? ''
  const field = useRef<HTMLInputElement>(null)
  // The address may change by other means: a view, a link, going back.
  useEffect(() => {
    if (field.current !== null && field.current.value.trim() !== value) field.current.value = value
  }, [value])
  return (
    <label className="filter wide">
      <span>{label}</span>
      <input
        ref={field}
        type="search"
        maxLength={LONGEST_SEARCH}
        defaultValue={value}
        onKeyDown={(event) => {
          if (event.key === 'Enter') set(name, event.currentTarget.value.trim())
        }}
        onBlur={(event) => {
          const typed = event.currentTarget.value.trim()
          if (typed !== value) set(name, typed)
        }}
      />
    </label>
  )
}

/**
 * A day that is kept in the address, in the reader's zone. While its year is typed the field holds days of the years 2, 20 and
 * 202: they stay in the field, and are asked for by nobody.
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
    <label className="filter">
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
