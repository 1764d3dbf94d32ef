import { useEffect, useState } from 'react'

/** Returns the text as it was when nothing had been typed for a moment, so that not every letter starts a request. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const wait = setTimeout(() => setSettled(text), SETTLES_MS)
    return () => clearTimeout(wait)
  }, [text])
  return text === '' ? '' : settled
}

const SETTLES_MS = 200
