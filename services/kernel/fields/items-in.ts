import type { Message } from '@bufbuild/protobuf'

/** The items of a field of a message that is a list of messages. They can be changed in place. */
export function itemsIn(message: Message, { localName }: { localName: string }): Message[] {
  return (message as unknown as { [name: string]: Message[] })[localName]!
}
