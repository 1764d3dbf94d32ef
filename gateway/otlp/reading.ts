import type { DescMessage, Message } from '@bufbuild/protobuf'
import type { SpanReport } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Resource } from '../../proto/gen/opentelemetry/proto/resource/v1/resource_pb.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { RestError } from '../http/rest-error.ts'
import { attributesOf, textOf } from './attributes.ts'
import type { Taking } from './pieces.ts'
import { tooLong } from './texts.ts'

/** What was read from an export: the reports, and how many items say nothing of an agent or are malformed. */
export type Mapped = { spans: SpanReport[]; unmapped: number; malformed: string[] }

/**
 * Reads the items of an export while it is decoded, so that of a large one no more than a piece is there as messages.
 *
 * @throws RestError 413 for more reports than one call takes
 */
export type Reading<Request extends Message> = Taking & {
  /** Reads what was not taken of the export. */
  end(left: Request): Mapped
}

/** One of the two signals: the types of its messages, what is in them, and what an item says. */
export type Signal<
  Request extends Message,
  OfResource extends Message & { resource?: Resource },
  OfScope extends Message,
  Item extends Message,
> = {
  types: readonly [resource: DescMessage, scope: DescMessage, item: DescMessage]
  resources: (request: Request) => readonly OfResource[]
  scopes: (resource: OfResource) => readonly OfScope[]
  items: (scope: OfScope) => readonly Item[]
  /** Undefined when it says nothing of an agent; a text when it is malformed, saying how. */
  read: (item: Item) => Said | string | undefined
  /** The name of a service, unless it is none. */
  named: (service: string | undefined) => string | undefined
}

/** The report of an item, with the name that counts where its resource has none, and what is wrong with its texts. */
export type Said = { report: SpanReport; name: string | undefined; problem: string | undefined }

export function reading<
  Request extends Message,
  OfResource extends Message & { resource?: Resource },
  OfScope extends Message,
  Item extends Message,
>(signal: Signal<Request, OfResource, OfScope, Item>): Reading<Request> {
  const { read, named, types } = signal
  const [resourceType, scopeType] = types
  const mapped: Mapped = { spans: [], unmapped: 0, malformed: [] }
  /** Of one resource, which may stand behind its items. */
  let said: (Said | string)[] = []
  let reports = 0

  const readItem = (item: Item): void => {
    const one = read(item)
    if (one === undefined) mapped.unmapped += 1
    else said.push(one)
    if (typeof one === 'object' && ++reports > LIMITS.spanReports)
      throw new RestError(
        413,
        'payload_too_large',
        `an export has at most ${LIMITS.spanReports} spans of agents`,
      )
  }
  const readScope = (scope: OfScope): void => {
    for (const item of signal.items(scope)) readItem(item)
  }
  const readResource = (of: OfResource): void => {
    for (const scope of signal.scopes(of)) readScope(scope)
    const service = textOf(attributesOf(of.resource?.attributes ?? []), ['service.name'])
    for (const one of said) {
      const malformed = typeof one === 'string' ? one : complete(one, named(service) ?? one.name)
      if (malformed !== undefined) mapped.malformed.push(malformed)
      else mapped.spans.push((one as Said).report)
    }
    said = []
  }
  return {
    types: new Set(types),
    take: (message) => {
      if (message.$typeName === resourceType.typeName) readResource(message as OfResource)
      else if (message.$typeName === scopeType.typeName) readScope(message as OfScope)
      else readItem(message as Item)
    },
    end: (left) => {
      for (const resource of signal.resources(left)) readResource(resource)
      return mapped
    },
  }
}

/** Gives a report its service. @returns what is wrong with it */
function complete({ report, problem }: Said, service: string | undefined): string | undefined {
  if (service !== undefined) report.service = service
  return tooLong({ service }) ?? problem
}
