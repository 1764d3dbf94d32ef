import type { ReactNode } from 'react'
import { jsx as element, jsxs as elements, Fragment, type JSX } from 'react/jsx-runtime'
import { visible } from '../language/visible.ts'

/**
 * React's own JSX, except that invisible characters in texts are made visible (language/visible.ts). Every text of every page
 * passes through this function.
 */
export const jsx: typeof element = (type, props, key) => element(type, shown(props), key)
export const jsxs: typeof elements = (type, props, key) => elements(type, shown(props), key)
export { Fragment, type JSX }

function shown(props: unknown): object {
  const given = props as { children?: ReactNode }
  const { children } = given
  if (typeof children === 'string') return { ...given, children: visible(children) }
  if (!Array.isArray(children) || !children.some((child) => typeof child === 'string')) return given
  return { ...given, children: children.map(textShown) }
}

function textShown(child: ReactNode): ReactNode {
  return typeof child === 'string' ? visible(child) : child
}
