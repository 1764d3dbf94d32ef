import type { DescMessage, Message } from '@bufbuild/protobuf'
import type { SpanReport } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Resource } from '../../proto/gen/opentelemetry/proto/resource/v1/resource_pb.ts'
import type { ErrorDetails } from '../../services/kernel/errors/errors.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { attributesOf, textOf } from './attributes.ts'
import { SERVICE_NAME } from './conventions.ts'
import type { MessageSink } from './pieces.ts'
import { fitting } from './texts.ts'
import { withoutUnread } from './unread.ts'

/** The reports of an export, its items that are not about an agent or are malformed, and further details for its audit entry. */
export type Mapped = { spans: SpanReport[]; unmapped: number; malformed: string[]; details?: ErrorDetails }

/**
 * Reads the items of an export while it is decoded, so that no more than one piece of a large export is in memory as messages.
 *
 * @throws RestError 413 for more reports than one call takes
 */
export type Reading<Request extends Message> = MessageSink & {
  /** Reads the items that the sink has not received: all of a small export. */
  end(left: Request): Mapped
}

/** The messages of a signal, from the resources to the items, and the function that reads an item. */
type ItemSource<
  Request extends Message,
  OfResource extends Message & { resource?: Resource },
  OfScope extends Message,
  Item extends Message,
> = {
  types: readonly [resource: DescMessage, scope: DescMessage, item: DescMessage]
  resources: (request: Request) => readonly OfResource[]
  scopes: (resource: OfResource) => readonly OfScope[]
  items: (scope: OfScope) => readonly Item[]
  /** Reads an item: undefined if it is not about an agent; the problem as a text if it is malformed. */
  read: (item: Item) => MappedItem | string | undefined
  /** Returns the name of the service; undefined for the default name of an SDK. */
  serviceName: (service: string | undefined) => string | undefined
  /** Whether the service is the agent of each item. */
  isAgent: boolean
}

/** The report of an item, and the name that stands for that of the service if its resource has none. */
export type MappedItem = { report: SpanReport; name: string | undefined }

export function reading<
  Request extends Message,
  OfResource extends Message & { resource?: Resource },
  OfScope extends Message,
  Item extends Message,
>(source: ItemSource<Request, OfResource, OfScope, Item>): Reading<Request> {
  const { read, serviceName, isAgent, types } = source
  const [resourceType, scopeType] = types
  const mapped: Mapped = { spans: [], unmapped: 0, malformed: [] }
  /** The items of the current resource. They are kept because the resource may come after them. */
  let pending: (MappedItem | string)[] = []
  let reports = 0

  const readItem = (item: Item): void => {
    const one = read(item)
    if (one === undefined) mapped.unmapped += 1
    else pending.push(one)
    if (typeof one === 'object' && ++reports > LIMITS.spanReports)
      throw new RestError(
        413,
        'payload_too_large',
        `an export has at most ${LIMITS.spanReports} spans of agents`,
      )
  }
  const reportOf = ({ report, name }: MappedItem, service: string | undefined): SpanReport => {
    const named = serviceName(service) ?? fitting(name)
    if (named !== undefined) report.service = named
    if (isAgent && service !== undefined) report.agent = service
    return report
  }
  const readScope = (scope: OfScope): void => {
    for (const item of source.items(scope)) readItem(item)
  }
  const readResource = (of: OfResource): void => {
    for (const scope of source.scopes(of)) readScope(scope)
    const service = fitting(textOf(attributesOf(of.resource?.attributes ?? []), SERVICE_NAME))
    for (const one of pending) {
      if (typeof one === 'string') mapped.malformed.push(one)
      else mapped.spans.push(reportOf(one, service))
    }
    pending = []
  }
  return {
    types: new Set(types),
    trim: withoutUnread,
    take: (message) => {
      if (message.$typeName === resourceType.typeName) readResource(message as OfResource)
      else if (message.$typeName === scopeType.typeName) readScope(message as OfScope)
      else readItem(message as Item)
    },
    end: (left) => {
      for (const resource of source.resources(left)) readResource(resource)
      return mapped
    },
  }
}
