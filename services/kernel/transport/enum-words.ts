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

function enumNamed(name: string, input: DescMessage): DescEnum | undefined {
  const seen = new Set<DescMessage>([input])
  for (const { fields } of seen)
    for (const field of fields) {
      if (field.enum?.typeName === name) return field.enum
      if (field.message !== undefined) seen.add(field.message)
    }
  return undefined
}
