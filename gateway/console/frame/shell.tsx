import { type ErrorComponentProps, Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { RoleSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { useMay, useSession } from '../api/session.ts'
import { Broken, Place } from '../components/boundary.tsx'
import { type Drafts, DraftsContext } from '../components/forms/drafts.ts'
import { PageDialogs } from '../components/forms/page-dialogs.tsx'
import { PageHead } from '../components/page.tsx'
import { useSignOut } from '../components/session/sign-out.ts'
import { Empty } from '../components/states.tsx'
import { chooseTheme, chosenTheme, type Theme } from '../components/theme.ts'
import { Toasts } from '../components/toasts.tsx'
import { LANGUAGE, LANGUAGES } from '../language/language.ts'
import { readable, wordOf } from '../language/words.ts'
import { MENU } from './menu.ts'
import { Palette } from './palette.tsx'
import { useScrollBack } from './scroll-back.ts'
import { Shortcuts } from './shortcuts.tsx'

/** The frame around every page: the menu, the signed-in person, and the content. */
export function Shell(): ReactNode {
  const content = useRef<HTMLElement>(null)
  const [menu, setMenu] = useState(false)
  const [drafts] = useState<Drafts>(() => new Map())
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef(path)
  useScrollBack(shown)
  // The focus follows a person's navigation.
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    setMenu(false)
    content.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <Toasts>
      <PageDialogs path={path}>
        <div className="frame">
          <button type="button" className="skip" onClick={() => content.current?.focus()}>
            Skip to the content
          </button>
          <aside className={menu ? 'open' : ''}>
            <div className="top">
              <Link className="brand" to="/">
                <img src="/console/mark.svg" alt="" width="24" height="24" />
                Attestry
              </Link>
              <button
                type="button"
                className="quiet menu"
                aria-expanded={menu}
                onClick={() => setMenu(!menu)}
              >
                Menu
              </button>
            </div>
            <div className="fold">
              <Palette />
              <Shortcuts />
              <Menu />
              <Person />
            </div>
          </aside>
          <main id="content" ref={content} tabIndex={-1} data-page={shown}>
            <Place value={shown ?? path}>
              <DraftsContext value={drafts}>
                <Outlet />
              </DraftsContext>
            </Place>
          </main>
        </div>
      </PageDialogs>
    </Toasts>
  )
}

function Menu(): ReactNode {
  const may = useMay()
  return (
    <nav aria-label="Main">
      {MENU.map(({ group, entries }) => {
        const shown = entries.filter(({ needs }) => needs === undefined || may(needs))
        if (shown.length === 0) return null
        return (
          <div key={group}>
            {group !== '' && <h2>{group}</h2>}
            <ul>
              {shown.map(({ to, title }) => (
                <li key={to}>
                  <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function Person(): ReactNode {
  const { user, organizationName } = useSession()
  const signOut = useSignOut()
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <div className="person">
      <Link to="/account">{user?.name}</Link>
      <span className="muted" title={organizationName}>
        {readable(wordOf(RoleSchema, user?.role))} · {organizationName}
      </span>
      <div className="actions">
        <button type="button" className="quiet" onClick={() => void signOut()}>
          Sign out
        </button>
        <Language />
        <label>
          <span className="hidden">Colours</span>
          <select
            value={theme}
            onChange={(event) => {
              const chosen = event.currentTarget.value as Theme
              chooseTheme(chosen)
              setTheme(chosen)
            }}
          >
            <option value="system">System</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
      </div>
    </div>
  )
}

/** Leads to the same page in another language, where the console was built in several languages. */
function Language(): ReactNode {
  if (LANGUAGES.length < 2) return null
  return (
    <label>
      <span className="hidden">Language</span>
      <select
        value={LANGUAGE}
        onChange={({ currentTarget: { value } }) => {
          window.location.href = `/console/${value === 'en' ? '' : `${value}/`}${window.location.hash}`
        }}
      >
        {LANGUAGES.map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

export function NoPage(): ReactNode {
  return (
    <>
      <PageHead title="Page not found" />
      <Empty title="This page does not exist.">
        <Link to="/">Go to Today</Link>
      </Empty>
    </>
  )
}

/**
 * The file of a page could not be fetched. It has the browser's message, by which the router knows to reload an older console.
 */
export class NotFetched extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * Shown in place of a page that broke, which can be tried again, or whose file could not be fetched. A browser fetches a file
 * only once, so that then the whole console has to be loaded anew.
 */
export function BrokenPage({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <>
      <PageHead title="Page not shown" />
      {error instanceof NotFetched ? (
        <Broken
          title="This page"
          text="Its file could not be fetched. Check the connection, and load the console again: the server may have a newer one."
          label="Load again"
          error={error}
          retry={() => window.location.reload()}
        />
      ) : (
        <Broken title="This page" error={error} retry={reset} />
      )}
    </>
  )
}
