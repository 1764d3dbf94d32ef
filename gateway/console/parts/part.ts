import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAddress } from './filter.tsx'

/** Leads to the part of the page that the address names (`?part=suites`), once what stands above it is there. */
export function usePart(): void {
  const [{ part }, set] = useAddress()
  const isWhole = useIsFetching() === 0
  useEffect(() => {
    if (part === undefined || !isWhole) return
    document.getElementById(part)?.scrollIntoView({ block: 'start' })
    set('part', '')
  })
}
