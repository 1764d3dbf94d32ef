import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchedAgain } from '../../api/fetched-again.ts'
import { each, type Refused } from './each.ts'

/**
 * Calls that are made one after the other, while the part that makes them is shown: when its dialog closes, no further call
 * begins. `done`: how many are over, undefined before the first. `refused`: what was refused, once all are over.
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
