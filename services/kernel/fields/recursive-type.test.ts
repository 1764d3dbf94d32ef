import { create, createFileRegistry, type Message, setExtension } from '@bufbuild/protobuf'
import {
  FieldOptionsSchema,
  FileDescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from '@bufbuild/protobuf/wkt'
import { expect, test } from 'vitest'
import { FieldRulesSchema, field } from '../../../proto/gen/buf/validate/validate_pb.ts'
import { lowerCaseIds } from './lower-case-ids.ts'
import { requestCheck } from './request-check.ts'

const ID = '018F0000-0000-7000-8000-00000000000A'

test('ids of a message that contains its own type are written in lower case', () => {
  const request = tree(ID, tree(ID, tree(ID)))
  lowerCaseIds(node, request as unknown as Message)
  const low = ID.toLowerCase()
  expect(request).toEqual(tree(low, tree(low, tree(low))))
})

test('a message that contains its own type is checked at every depth', () => {
  const wrong: string[] = []
  const request = tree(ID, tree('x', tree('y'))) as unknown as Message
  requestCheck(node)(request, (name) => wrong.push(name))
  expect(wrong).toEqual(['parts.0.id', 'parts.0.parts.0.id'])
})

function tree(id: string, ...parts: Tree[]): Tree {
  return { id, parts }
}

const options = create(FieldOptionsSchema)
setExtension(
  options,
  field,
  create(FieldRulesSchema, {
    type: { case: 'string', value: { wellKnown: { case: 'uuid', value: true } } },
  }),
)

const node = createFileRegistry(
  create(FileDescriptorProtoSchema, {
    name: 'tree.proto',
    syntax: 'proto3',
    messageType: [
      {
        name: 'Node',
        field: [
          { name: 'id', number: 1, type: Type.STRING, label: Label.OPTIONAL, options },
          { name: 'parts', number: 2, type: Type.MESSAGE, typeName: '.Node', label: Label.REPEATED },
        ],
      },
    ],
  }),
  () => undefined,
).getMessage('Node')!

type Tree = { id: string; parts: Tree[] }
