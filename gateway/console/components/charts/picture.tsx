import { type ReactNode, type Ref, useId } from 'react'

/** The drawing of a chart. `about` describes it in a sentence for people who do not see it. */
export function Picture({
  about,
  width,
  height,
  isFixed = false,
  drawing,
  children,
}: {
  about: string
  width: number
  height: number
  /** The drawing keeps its width; otherwise it is as wide as the element around it. */
  isFixed?: boolean
  /** A ref to the element, whose width is observed. */
  drawing?: Ref<SVGSVGElement>
  children: ReactNode
}): ReactNode {
  const title = useId()
  return (
    <svg
      ref={drawing}
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      width={isFixed ? width : undefined}
      height={height}
      role="img"
      aria-labelledby={title}
    >
      <title id={title}>{about}</title>
      {children}
    </svg>
  )
}
