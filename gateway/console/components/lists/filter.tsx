import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

/** The query of the address, and a function that changes it. Going back restores the earlier one. */
export function useAddress(): [
  { [name: string]: string | undefined },
  (name: string, value: string) => void,
] {
  const search = useSearch({ strict: false }) as { [name: string]: string | undefined }
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
  return (
    <label className="filter">
      <span>{label}</span>
      <select value={search[name] ?? ''} onChange={(event) => set(name, event.currentTarget.value)}>
        <option value="">{all}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
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
