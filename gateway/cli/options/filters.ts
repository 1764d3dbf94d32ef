import { type DescField, type DescMessage, type MessageInitShape, ScalarType } from '@bufbuild/protobuf'
import { TimestampSchema } from '@bufbuild/protobuf/wkt'
import { type Command, InvalidArgumentError } from 'commander'
import { restOf, ruleOf, rulesOf } from '../../../services/kernel/fields/options.ts'
import { enumText } from '../../../services/kernel/values/enum-text.ts'
import { asPerson, commas, type PersonContext, positive, systemId, uuid } from '../commands/command.ts'
import { readAll } from '../views/pages.ts'
import { item, type View } from '../views/views.ts'
import { instant } from './times.ts'

/**
 * Adds an option for each filter of a list's request, and `--limit` and `--count`. The value of an option is that of the field. A
 * filter also has the short name that other commands use.
 */
export function listOptions(command: Command, desc: DescMessage, most?: number): Command {
  const filters = filtersOf(desc)
  for (const field of filters) {
    const { description } = restOf(field)
    const names = [shortName(field, filters), field.name].filter((name) => name !== undefined)
    const flags = `${names.map((name) => `--${name.replaceAll('_', '-')}`).join(', ')} <${placeholder(field)}>`
    command.option(
      flags,
      lowerFirst(description) || ABOUT[field.name] || field.name.replaceAll('_', ' '),
      (text) => valueOfOption(field, text),
    )
  }
  return command
    .option('--limit <n>', 'only the first n', positive, most)
    .option('--count', 'print how many there are and no rows; `more`: there may be more')
}

/** Returns the action of a person's list command. */
export function listing<D extends DescMessage, Row>(...[desc, ask, view]: Parameters<typeof listed<D, Row>>) {
  const handle = listed(desc, ask, view)
  return asPerson<ListOptions>((options, { call }) => handle(options, call))
}

/** Returns a function that answers a list: its rows or, with `--count`, their number. */
export function listed<D extends DescMessage, Row>(
  desc: D,
  ask: (
    call: PersonContext['call'],
    asked: Filter<D> & { page: { limit: number; cursor: string }; withCount: boolean },
  ) => Promise<{ rows: Row[]; nextCursor: string; count?: { count: bigint; more: boolean } | undefined }>,
  view: (rows: Row[]) => View,
) {
  return async ({ limit, ...options }: ListOptions, call: PersonContext['call']): Promise<View> => {
    const filter = filterOf(desc, options)
    if (options.count === true) {
      const { count } = await ask(call, { ...filter, page: { limit: 1, cursor: '' }, withCount: true })
      return item({ count: Number(count!.count), more: count!.more })
    }
    return view(await readAll(limit, (page) => ask(call, { ...filter, page, withCount: false })))
  }
}

type ListOptions = { limit?: number; count?: boolean }

/** Returns the short name of a filter: `system` of `ai_system_id`; `since` of `created_since`, if the list has only one time. */
function shortName(field: DescField, filters: DescField[]): string | undefined {
  if (field.name === 'ai_system_id') return 'system'
  const [, end] = /_(since|until)$/.exec(field.name) ?? []
  return filters.filter(({ name }) => name.endsWith(`_${end}`)).length === 1 ? end : undefined
}

/** Returns the filters among a command's options. */
function filterOf<D extends DescMessage>(desc: D, options: object): Filter<D> {
  const given = options as { [name: string]: unknown }
  const entries = filtersOf(desc).map(({ localName }) => [localName, given[localName]])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Filter<D>
}

type Filter<D extends DescMessage> = Omit<MessageInitShape<D>, 'page' | '$typeName' | '$unknown'>

function filtersOf(desc: DescMessage): DescField[] {
  return desc.fields.filter(({ name }) => !OTHERS.has(name))
}

/** Descriptions of the filters that have none in the proto, because they are no parameters of REST. */
const ABOUT: { [field: string]: string } = {
  order: 'the order',
  ai_system_id: 'of this AI system',
  endpoint_id: 'of this endpoint',
  decision: 'with this decision; without it: both',
  reason: 'with this reason',
  decided_since: 'decided at this time or later',
  decided_until: 'decided before this time',
  received_since: 'received at this time or later',
  received_until: 'received before this time',
  eval_type: 'of this type',
  outcome: 'with this outcome',
}

/** Fields of a list's request that are no filters. */
const OTHERS = new Set(['page', 'after_leaf', 'ids', 'with_count'])

function valueOfOption(field: DescField, text: string): unknown {
  if (field.enum !== undefined) {
    const { words, value } = enumText(field.enum)
    const values = (field.fieldKind === 'list' ? commas(text) : [text]).map((word) => {
      if (!words.includes(word)) throw new InvalidArgumentError(`Allowed: ${words.join(', ')}.`)
      return value(word)
    })
    return field.fieldKind === 'list' ? values : values[0]
  }
  if (field.message?.typeName === TimestampSchema.typeName) return instant(text)
  if (isId(field)) return field.localName === 'aiSystemId' ? systemId(text) : uuid(text)
  if (field.scalar !== ScalarType.BOOL) return text
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.')
  return text === 'true'
}

function placeholder(field: DescField): string {
  if (field.enum !== undefined)
    return field.fieldKind === 'list' ? 'a,b' : enumText(field.enum).words.join('|')
  if (field.message !== undefined) return 'time'
  if (isId(field)) return 'id'
  return field.scalar === ScalarType.BOOL ? 'true|false' : 'text'
}

function isId(field: DescField): boolean {
  return ruleOf(rulesOf(field), 'string')?.wellKnown.case === 'uuid'
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`
}
