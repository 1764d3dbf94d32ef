import type { DescField } from '@bufbuild/protobuf'

/** A field that is a list of messages. */
export type MessageListField = DescField & { fieldKind: 'list'; listKind: 'message' }

/** Whether a field is a list of messages whose items are length-delimited in the binary form. */
export function isListOfMessages(field: DescField): field is MessageListField {
  return field.fieldKind === 'list' && field.listKind === 'message' && !field.delimitedEncoding
}
