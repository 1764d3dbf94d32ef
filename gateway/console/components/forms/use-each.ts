import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchedAgain } from '../../api/fetched-again.ts'
import { each, type Outcome } from './each.ts'
import { useUnsaved } from './page-dialogs.tsx'

/** A run of calls. `done`: how many calls have ended, undefined before the first. `outcome`: once all calls have ended. */
type Run<T> = {
  done: number | undefined
  outcome: Outcome<T> | undefined
  run: (things: readonly T[], call: (thing: T) => Promise<unknown>) => Promise<void>
  /** Begins no further call. @returns false where no calls are made, or the run was stopped before */
  stop: () => boolean
}

/**
 * Makes calls one after the other, as long as the component is shown: when its dialog closes, no further call begins. Until all calls
 * have ended, and while some had no success, the dialog has something that is not saved.
 */
export function useEach<T>(): Run<T> {
  const queries = useQueryClient()
  const [done, setDone] = useState<number>()
  const [outcome, setOutcome] = useState<Outcome<T>>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useUnsaved(outcome === undefined ? done !== undefined : outcome.refused.length + outcome.left.length > 0)
  const run = async (things: readonly T[], call: (thing: T) => Promise<unknown>): Promise<void> => {
    const stopping = new AbortController()
    running.current = stopping
    const outcome = await each(things, call, stopping.signal, setDone)
    await fetchedAgain(queries)
    running.current = undefined
    setOutcome(outcome)
  }
  const stop = (): boolean => {
    const { current } = running
    if (current === undefined || current.signal.aborted) return false
    current.abort()
    return true
  }
  return { done, outcome, run, stop }
}
