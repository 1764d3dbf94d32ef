import type { Interceptor } from '@connectrpc/connect'
import type { Directory } from '../identity/directory.ts'
import { traceServer } from '../telemetry/tracing.ts'
import { authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { errors } from './errors.ts'
import type { MapError } from './map-error.ts'
import { recordAtEntryPoint } from './record-at-entry-point.ts'

/** The interceptors that every service has before its handlers, outermost first. */
export function guard(directory: Directory, mapError: MapError): Interceptor[] {
  return [traceServer, errors(mapError), authenticate(directory), recordAtEntryPoint(directory), authorize]
}
