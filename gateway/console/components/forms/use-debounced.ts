import { useEffect, useState } from 'react'

/** Returns the text of the last pause in typing, so that not every letter starts a request. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const wait = setTimeout(() => setDebounced(text), PAUSE_MS)
    return () => clearTimeout(wait)
  }, [text])
  return text === '' ? '' : debounced
}

const PAUSE_MS = 200
