import { useCallback, useEffect, useRef } from 'react'
import { isTextField } from '../forms/text-field.ts'

/**
 * Returns a function that says whether the person has sent a form, and has pressed no key, typed and clicked nothing since: nothing
 * that the person types next is meant for the page.
 */
export function useWasSent(): () => boolean {
  const sent = useRef(false)
  useEffect(() => {
    const onEvent = (event: Event): void => {
      // A key that is held down is pressed once.
      if (event instanceof KeyboardEvent && event.repeat) return
      sent.current = event.type === 'submit'
    }
    for (const type of ACTS) window.addEventListener(type, onEvent, true)
    return () => {
      for (const type of ACTS) window.removeEventListener(type, onEvent, true)
    }
  }, [])
  return useCallback(() => sent.current, [])
}

const ACTS = ['submit', 'input', 'click', 'keydown']

/**
 * While `isWaiting`, calls `act` when the person does something else than type or go from field to field: sends a form, clicks
 * outside of text fields, or presses a key there.
 */
export function useNextAct(isWaiting: boolean, act: (isKey: boolean) => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!isWaiting) return
    const onEvent = (event: Event): void => {
      if (event.type !== 'submit' && isTextField(event.target)) return
      if (event.target instanceof Element && event.target.closest(`.${NOTICE}`) !== null) return
      if (event instanceof KeyboardEvent && MOVES.test(event.key)) return
      latest.current(event instanceof KeyboardEvent)
    }
    // At `keyup` the key has done what it does on the page.
    for (const type of ['submit', 'click', 'keyup']) window.addEventListener(type, onEvent, true)
    return () => {
      for (const type of ['submit', 'click', 'keyup']) window.removeEventListener(type, onEvent, true)
    }
  }, [isWaiting])
}

/** The class of the notice that the session has ended; its button opens the dialog itself. */
export const NOTICE = 'ended'

/** Keys that move the focus, or change what another key does. */
const MOVES = /^(?:Tab|Shift|Control|Alt|Meta|AltGraph|CapsLock)$/
