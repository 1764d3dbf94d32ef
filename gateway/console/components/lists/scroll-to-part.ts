import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAddress } from './filter.tsx'

/** Scrolls to the part of the page that the address names (`?part=suites`), once it and the parts above it are loaded. */
export function useScrollToPart(): void {
  const [{ part }, set] = useAddress()
  const isWhole = useIsFetching() === 0
  useEffect(() => {
    // After React's first commit nothing is fetched yet, and the layout is not final.
    const place = part === undefined || !isWhole ? null : document.getElementById(part)
    if (place === null) return
    place.scrollIntoView({ block: 'start' })
    set('part', '')
  })
}
