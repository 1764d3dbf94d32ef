import type { DescEnum, DescMessage } from '@bufbuild/protobuf'

/**
 * Says, in the message of Protobuf-ES about a word that an enum does not have, which words it has; any other text as it is.
 *
 * @param input the request message of the RPC
 */
export function withEnumWords(message: string, input: DescMessage): string {
  const [, after = ''] = message.split('cannot decode enum ', 2)
  const [name = ''] = after.split(' from JSON', 1)
  const words = enumNamed(name, input)
    ?.values.filter(({ number }) => number !== 0)
    .map((value) => value.name)
  return words === undefined ? message : `${message}; one of ${words.join(', ')}`
}

/**
 * Says, in the place of the message of Protobuf-ES about a field that a message does not have, which fields it has; any other
 * text as it is.
 *
 * @param input the request message of the RPC
 */
export function withFieldNames(message: string, input: DescMessage): string {
  if (!message.endsWith('" is unknown')) return message
  const [, after = ''] = message.split('cannot decode message ', 2)
  const [name = ''] = after.split(' from JSON', 1)
  const found = [...messagesOf(input)].find(({ typeName }) => typeName === name)
  if (found === undefined) return message
  const names = found.fields.map(({ jsonName }) => jsonName)
  return `${name} has no field of that name; its fields: ${names.join(', ') || 'none'}`
}

function enumNamed(name: string, input: DescMessage): DescEnum | undefined {
  for (const { fields } of messagesOf(input))
    for (const field of fields) if (field.enum?.typeName === name) return field.enum
  return undefined
}

/** A message and those of its fields, at any depth. */
function messagesOf(input: DescMessage): Set<DescMessage> {
  const seen = new Set<DescMessage>([input])
  for (const { fields } of seen)
    for (const { message } of fields) if (message !== undefined) seen.add(message)
  return seen
}
