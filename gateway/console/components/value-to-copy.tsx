import type { ReactNode } from 'react'
import { CopyButton } from './page.tsx'

/** A value that a person should keep, such as a key, a secret or a note, with a button that copies it. */
export function ValueToCopy({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <div className="kept">
      <h3>{label}</h3>
      <div>
        {value.includes('\n') ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
          <pre tabIndex={0}>{value}</pre>
        ) : (
          <code>{value}</code>
        )}
        <CopyButton value={value} name={`Copy: ${label}`} />
      </div>
    </div>
  )
}
