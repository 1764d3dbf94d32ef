import { useElementScrollRestoration } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Scrolls the page to where it was left when a person goes back. The router alone would do so at once, when a list has no rows
 * yet.
 *
 * @param path the path of the page that is shown
 */
export function useScrollBack(path: string | undefined): void {
  const isBack = useRef(false)
  const left = useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0
  useEffect(() => {
    // A link makes an entry of the history that has no state of the router.
    const listen = ({ state }: PopStateEvent): void => {
      isBack.current = state?.__TSR_key !== undefined
    }
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place on the same page is not a way back.
  useEffect(() => {
    if (isBack.current && left > 0) scrollBack(left)
    isBack.current = false
  }, [path])
}

/** Scrolls as soon as the page is long enough. Gives up when the person does something, or after LONGEST_MS. */
function scrollBack(top: number): void {
  const ended = new AbortController()
  const end = (): void => ended.abort()
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) < 2) end()
  })
  ended.signal.addEventListener('abort', () => observer.disconnect())
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown', 'hashchange']) {
    window.addEventListener(event, end, { signal: ended.signal, passive: true })
  }
  setTimeout(end, LONGEST_MS)
  observer.observe(document.body)
}

const LONGEST_MS = 5000
