import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouteComponent,
} from '@tanstack/react-router'
import { isId } from './components/lists/parameters.ts'
import { Loading } from './components/states.tsx'
import { BrokenPage, NoPage, NotFetched, Shell } from './frame/shell.tsx'
import { parseSearch, stringifySearch, texts } from './search-text.ts'

const root = createRootRoute({ component: Shell, notFoundComponent: NoPage })

/** Makes the route of a page whose file is fetched when the page is first opened. */
function page<const Path extends string>(path: Path, load: () => Promise<{ Page: RouteComponent }>) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(
      () =>
        load().catch((error: unknown) => {
          throw new NotFetched(error)
        }),
      'Page',
    ),
    validateSearch: texts,
    // Every parameter of a path is an id.
    beforeLoad: ({ params }) => {
      if (!Object.values(params).every((id) => isId(String(id)))) throw notFound()
    },
  })
}

const pages = [
  page('/', () => import('./routes/today.tsx')),
  page('/incidents', () => import('./routes/incidents/incidents.tsx')),
  page('/incidents/$id', () => import('./routes/incidents/incident.tsx')),
  page('/incidents/$id/reports/$reportId', () => import('./routes/incidents/incident-report.tsx')),
  page('/assets', () => import('./routes/assets.tsx')),
  page('/suppliers', () => import('./routes/suppliers.tsx')),
  page('/systems', () => import('./routes/systems/systems.tsx')),
  page('/systems/$id', () => import('./routes/systems/system.tsx')),
  page('/decisions/$id', () => import('./routes/systems/decision.tsx')),
  page('/evaluations', () => import('./routes/evaluations.tsx')),
  page('/agent-runs', () => import('./routes/agent-runs.tsx')),
  page('/agent-runs/$id', () => import('./routes/agent-run.tsx')),
  page('/agents', () => import('./routes/agents.tsx')),
  page('/triggers', () => import('./routes/systems/triggers.tsx')),
  page('/proposals', () => import('./routes/systems/proposals.tsx')),
  page('/audit', () => import('./routes/audit/audit.tsx')),
  page('/checkpoints', () => import('./routes/audit/checkpoints.tsx')),
  page('/evidence', () => import('./routes/evidence.tsx')),
  page('/exports', () => import('./routes/evidence.tsx')),
  page('/signing-keys', () => import('./routes/signing-keys.tsx')),
  page('/keys', () => import('./routes/keys.tsx')),
  page('/webhooks', () => import('./routes/webhooks/webhooks.tsx')),
  page('/webhooks/$id', () => import('./routes/webhooks/webhook.tsx')),
  page('/users', () => import('./routes/users.tsx')),
  page('/channels', () => import('./routes/channels.tsx')),
  page('/notifications', () => import('./routes/notifications.tsx')),
  page('/reporting', () => import('./routes/reporting.tsx')),
  page('/account', () => import('./routes/account-page.tsx')),
]

export const router = createRouter({
  routeTree: root.addChildren(pages),
  history: historyOfHash(),
  parseSearch,
  stringifySearch,
  defaultPendingComponent: () => <Loading />,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
})

/**
 * Makes the history of the address after the `#`. Drops a query before the `#`, which the router would append to the last filter.
 */
function historyOfHash() {
  const { pathname, search, hash } = window.location
  if (search !== '') window.history.replaceState(null, '', `${pathname}${hash}`)
  return createHashHistory()
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
