import { readdirSync, readFileSync } from 'node:fs'
import { create, createFileRegistry, type DescFile } from '@bufbuild/protobuf'
import {
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'
import { expect, test } from 'vitest'
import { rpcsPage } from './rpcs-page.ts'

const SERVICES = ['ledger', 'ingestion', 'gate', 'evidence']

/** One package with one service and one RPC; its comments are source info, as buf writes it. */
function packageOf(name: string, rpcComment = ` Does ${name}.\n`): FileDescriptorProto {
  return create(FileDescriptorProtoSchema, {
    name: `attestry/${name}/v1/${name}.proto`,
    package: `attestry.${name}.v1`,
    syntax: 'proto3',
    messageType: [{ name: 'Empty' }],
    service: [
      {
        name: 'ThingService',
        method: [
          {
            name: 'DoThing',
            inputType: `.attestry.${name}.v1.Empty`,
            outputType: `.attestry.${name}.v1.Empty`,
          },
        ],
      },
    ],
    sourceCodeInfo: {
      location: [
        { path: [6, 0], leadingComments: ` Things of ${name}.\n` },
        { path: [6, 0, 2, 0], leadingComments: rpcComment },
      ],
    },
  })
}

function filesOf(packages: FileDescriptorProto[]): DescFile[] {
  return [...createFileRegistry(create(FileDescriptorSetSchema, { file: packages })).files]
}

test('docs/rpcs.md lists the RPCs of every service, not of the first alone', () => {
  const page = rpcsPage(filesOf(SERVICES.map((name) => packageOf(name))))
  for (const name of SERVICES) {
    expect(page).toContain(`## ${name}\n\n### attestry.${name}.v1.ThingService\n\nThings of ${name}.`)
    expect(page).toContain(`| DoThing | Does ${name}. |`)
  }
})

test('rpcsPage fails for a service without RPCs, and for an RPC without a description', () => {
  const three = SERVICES.slice(0, 3).map((name) => packageOf(name))
  expect(() => rpcsPage(filesOf(three))).toThrow('attestry.evidence.v1 has no service')
  expect(() => rpcsPage(filesOf([...three, packageOf('evidence', '')]))).toThrow(
    'attestry.evidence.v1.ThingService/DoThing has no description',
  )
})

test('docs/rpcs.md has a row with a description for every RPC that a proto declares', () => {
  const page = readFileSync(new URL('../docs/rpcs.md', import.meta.url), 'utf8')
  const sections = new Map(page.split('\n### ').map((text) => [text.split('\n', 1)[0], text]))
  let found = 0
  for (const name of SERVICES) {
    const directory = new URL(`./attestry/${name}/v1/`, import.meta.url)
    for (const file of readdirSync(directory)) {
      const text = readFileSync(new URL(file, directory), 'utf8')
      for (const [, service, body = ''] of text.matchAll(/^service (\w+) \{(.*?)^\}/gms)) {
        for (const [, rpc] of body.matchAll(/^ {2}rpc (\w+)\(/gm)) {
          expect(sections.get(`attestry.${name}.v1.${service}`)).toMatch(
            new RegExp(`^\\| ${rpc} \\| \\w`, 'm'),
          )
          found += 1
        }
      }
    }
  }
  expect(found).toBeGreaterThan(80)
})
