import type { DescField, DescMessage } from '@bufbuild/protobuf'

/** A field that is a message, or a list of them. */
export type MessageField = DescField & { message: DescMessage } & (
    | { fieldKind: 'message' }
    | { fieldKind: 'list'; listKind: 'message' }
  )

export function isMessageField(field: DescField | undefined): field is MessageField {
  return field?.fieldKind === 'message' || (field?.fieldKind === 'list' && field.listKind === 'message')
}
