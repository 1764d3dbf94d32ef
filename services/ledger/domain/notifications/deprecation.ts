import type {
  AnnounceDeprecationRequest,
  ApiDeprecation,
} from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { dateOf, timestampText } from '../../../kernel/values/time.ts'
import { inUtc, type NotifiedEvent } from './events.ts'

/** @throws DomainError VALIDATION */
export function checkDeprecation(request: AnnounceDeprecationRequest, at: Date): void {
  const { link } = request
  const [deprecatedAt, sunsetAt] = [dateOf(request.deprecatedAt!), dateOf(request.sunsetAt!)]
  new Checks()
    .that(URL.canParse(link) && new URL(link).protocol === 'https:', 'link', 'must be an https URL')
    .that(sunsetAt > deprecatedAt, 'sunset_at', 'must be after deprecated_at')
    .that(sunsetAt > at, 'sunset_at', 'must be in the future')
    .done()
}

/** The notification of administrators. The same announcement again is the same event. */
export function deprecationEvent({
  apiVersion,
  deprecatedAt,
  sunsetAt,
  link,
}: ApiDeprecation): NotifiedEvent {
  const [since, until] = [timestampText(deprecatedAt!), timestampText(sunsetAt!)]
  return {
    kind: 'api.deprecated',
    subjectId: null,
    key: `api.deprecated ${apiVersion} ${since} ${until} ${link}`,
    title: `API ${apiVersion} is deprecated: it answers until ${until.slice(0, 10)}`,
    text: [
      `Version ${apiVersion} of the API is deprecated from ${inUtc(since)} on. It stops answering at ${inUtc(until)}.`,
      `Callers see the headers Deprecation and Sunset in its answers. What to use instead: ${link}`,
    ].join('\n'),
    data: { api_version: apiVersion, deprecated_at: since, sunset_at: until, link },
  }
}
