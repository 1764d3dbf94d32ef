import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Boundary, Broken } from './boundary.tsx'
import { None } from './time.tsx'

/** The head of a page: its path, title and actions. */
export function PageHead({
  title,
  about,
  crumb,
  badge,
  children,
}: {
  title: string
  about?: ReactNode
  crumb?: { to: string; label: string }
  badge?: ReactNode
  children?: ReactNode
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Attestry`
  }, [title])
  return (
    <header className="page">
      <div>
        {crumb !== undefined && (
          <p className="crumb">
            <Link to={crumb.to}>{crumb.label}</Link>
          </p>
        )}
        <h1>
          <bdi>{title}</bdi> {badge}
        </h1>
        {about !== undefined && <p className="about">{about}</p>}
      </div>
      {children !== undefined && <div className="actions">{children}</div>}
    </header>
  )
}

/** A part of a page. `flush`: for a table, which reaches to the edges. */
export function Card({
  title,
  about,
  badge,
  actions,
  flush = false,
  narrow = false,
  id,
  children,
}: {
  title?: string
  about?: ReactNode
  badge?: ReactNode
  actions?: ReactNode
  flush?: boolean
  narrow?: boolean
  id?: string
  children: ReactNode
}): ReactNode {
  return (
    <section className={`card ${flush ? 'flush' : ''} ${narrow ? 'narrow' : ''}`} id={id}>
      {title !== undefined && (
        <header>
          <div>
            <h2>
              <bdi>{title}</bdi> {badge}
            </h2>
            {about !== undefined && <p className="muted">{about}</p>}
          </div>
          {actions !== undefined && <div className="actions">{actions}</div>}
        </header>
      )}
      <Boundary broken={(error, retry) => <Broken error={error} retry={retry} />}>{children}</Boundary>
    </section>
  )
}

/** Values beside their labels. Without `all`, labels without a value are left out. */
export function Facts({ of, all = false }: { of: [string, ReactNode][]; all?: boolean }): ReactNode {
  const shown = of.filter(([, value]) => all || !isNothing(value))
  return (
    <dl className="facts">
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{isNothing(value) ? <None /> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

const isNothing = (value: ReactNode): boolean =>
  value === undefined || value === null || value === '' || value === false

/** An id, address or hash, with a button that copies it. */
export function Code({ value }: { value: string | undefined }): ReactNode {
  if (value === undefined || value === '') return <None />
  return (
    <span className="copyable">
      <code>{value}</code>
      <CopyButton value={value} />
    </span>
  )
}

/** `name` is what screen readers say of the button; a secret MUST have one, so that it is not read aloud. */
export function CopyButton({
  value,
  name = `Copy ${value.slice(0, 40)}`,
}: {
  value: string
  name?: string
}): ReactNode {
  const [copied, setCopied] = useState(false)
  return (
    <button
      type="button"
      className="quiet copy"
      aria-label={copied ? 'Copied' : name}
      title={copied ? 'Copied' : 'Copy'}
      onClick={async () => {
        await navigator.clipboard.writeText(value)
        setCopied(true)
      }}
      onBlur={() => setCopied(false)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={copied ? 'M3 8.5L6.5 12L13 4.5' : 'M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2'} />
      </svg>
    </button>
  )
}
