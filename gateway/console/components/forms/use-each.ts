import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchedAgain } from '../../api/fetched-again.ts'
import { each, type Refused } from './each.ts'

/**
 * Makes calls one after the other, as long as the component is shown: when its dialog closes, no further call begins. `done`: how
 * many calls have ended, undefined before the first. `refused`: the items that were refused, once all calls have ended.
 */
export function useEach<T>(): {
  done: number | undefined
  refused: Refused<T>[] | undefined
  run: (things: readonly T[], call: (thing: T) => Promise<unknown>) => Promise<void>
} {
  const queries = useQueryClient()
  const [done, setDone] = useState<number>()
  const [refused, setRefused] = useState<Refused<T>[]>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = async (things: readonly T[], call: (thing: T) => Promise<unknown>): Promise<void> => {
    const stopping = new AbortController()
    running.current = stopping
    const refused = await each(things, call, stopping.signal, setDone)
    await fetchedAgain(queries)
    setRefused(refused)
  }
  return { done, refused, run }
}
