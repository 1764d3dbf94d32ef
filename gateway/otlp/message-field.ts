import type { DescField, DescMessage } from '@bufbuild/protobuf'
import type { MessageSink } from './pieces.ts'

/** A field that is a message, or a list of them. */
export type MessageField = DescField & { message: DescMessage } & (
    | { fieldKind: 'message' }
    | { fieldKind: 'list'; listKind: 'message' }
  )

export function isMessageField(field: DescField | undefined): field is MessageField {
  return field?.fieldKind === 'message' || (field?.fieldKind === 'list' && field.listKind === 'message')
}

/** Whether a message contains messages that the sink receives. Other messages are decoded as a whole. */
export function leadsToSink({ fields }: DescMessage, sink: MessageSink | undefined): boolean {
  return fields.some((field) => isForSink(field, sink))
}

/** Whether a field is a list of messages that the sink receives. */
export function isForSink(field: DescField, sink: MessageSink | undefined): boolean {
  return field.fieldKind === 'list' && field.listKind === 'message' && sink?.types.has(field.message) === true
}
