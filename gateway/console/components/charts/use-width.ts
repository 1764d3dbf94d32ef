import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Observes the width of an element on the page, in CSS pixels. A chart that is drawn at this width keeps the size of its text.
 *
 * @returns the `ref` for the element, and its width; 640 until the width is known
 */
export function useWidth<E extends Element>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(USUAL_WIDTH)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const found = Math.round(entry?.contentRect.width ?? 0)
      if (found > 0) setWidth(found)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}

const USUAL_WIDTH = 640
