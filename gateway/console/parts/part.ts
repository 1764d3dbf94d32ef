import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAddress } from './filter.tsx'

/** Leads to the part of the page that the address names (`?part=suites`), once it and what stands above it are there. */
export function usePart(): void {
  const [{ part }, set] = useAddress()
  const isWhole = useIsFetching() === 0
  useEffect(() => {
    // In the first commit nothing is fetched yet, and the page does not stand.
    const place = part === undefined || !isWhole ? null : document.getElementById(part)
    if (place === null) return
    place.scrollIntoView({ block: 'start' })
    set('part', '')
  })
}
