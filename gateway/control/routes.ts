import { evidenceExport } from './evidence-export.ts'
import type { ControlRoute } from './route.ts'
import { sessionRoutes } from './session-routes.ts'

/** The plain HTTP routes of the control API, in addition to its RPCs. */
export const controlRoutes: readonly ControlRoute[] = [...sessionRoutes, evidenceExport]
