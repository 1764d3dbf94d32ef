import type { DescField, DescMessage } from '@bufbuild/protobuf'
import type { Taking } from './pieces.ts'

/** A field that is a message, or a list of them. */
export type MessageField = DescField & { message: DescMessage } & (
    | { fieldKind: 'message' }
    | { fieldKind: 'list'; listKind: 'message' }
  )

export function isMessageField(field: DescField | undefined): field is MessageField {
  return field?.fieldKind === 'message' || (field?.fieldKind === 'list' && field.listKind === 'message')
}

/** Whether the messages of a list are taken out of it. */
export function isTaken(field: DescField, taking: Taking | undefined): boolean {
  return (
    field.fieldKind === 'list' && field.listKind === 'message' && taking?.types.has(field.message) === true
  )
}
