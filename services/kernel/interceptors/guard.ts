import type { Interceptor } from '@connectrpc/connect'
import type { Clock } from '../clock.ts'
import type { Directory } from '../directory.ts'
import type { Log } from '../log.ts'
import { traceServer } from '../telemetry/tracing.ts'
import { authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { errors } from './errors.ts'
import { recordAtEdge } from './record-at-edge.ts'
import type { Strangers } from './strangers.ts'

/** What every service puts before its handlers, outermost first. */
export function guard(deps: {
  directory: Directory
  clock: Clock
  log: Log
  strangers: Pick<Strangers, 'refuse'>
}): Interceptor[] {
  return [
    traceServer,
    errors(deps.log),
    authenticate(deps.directory, deps.clock, deps.strangers),
    recordAtEdge(deps.directory),
    authorize,
  ]
}
