import type { Interceptor } from '@connectrpc/connect'
import type { Directory } from '../identity/directory.ts'
import { traceServer } from '../telemetry/tracing.ts'
import { authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { errors } from './errors.ts'
import { recordAtEdge } from './record-at-edge.ts'
import type { TellError } from './tell-error.ts'

/** What every service puts before its handlers, outermost first. */
export function guard(directory: Directory, tellError: TellError): Interceptor[] {
  return [traceServer, errors(tellError), authenticate(directory), recordAtEdge(directory), authorize]
}
