import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * The width of an element on the page, in CSS pixels. A chart that is drawn at this width keeps the size of its text.
 *
 * @returns what the element takes as its `ref`, and its width; `usual` until the width is known
 */
export function useWidth<E extends Element>(usual = 640): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(usual)
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
