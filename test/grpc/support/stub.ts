import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import { Client, credentials, Metadata, status } from '@grpc/grpc-js'

export { status }

type Call = {
  token?: string
  organization?: string
  deadlineMs?: number
  /** Further metadata; names ending in -bin have bytes. */
  metadata?: { [name: string]: string | Buffer }
}

/** The end of a call: its gRPC status code and, if OK, its message; and the metadata that came before. */
export type Ended<O extends DescMessage> = {
  code: status
  details: string
  message: MessageShape<O> | undefined
  metadata: Metadata
}

/** Returns a client of @grpc/grpc-js, which shares no code with the server. */
export function stub(url: string) {
  const client = new Client(new URL(url).host, credentials.createInsecure())
  return {
    close: () => client.close(),
    unary<I extends DescMessage, O extends DescMessage>(
      method: DescMethodUnary<I, O>,
      input: MessageInitShape<I>,
      call: Call = {},
    ): Promise<Ended<O>> {
      return new Promise((resolve) => {
        let metadata = new Metadata()
        const started = client.makeUnaryRequest(
          `/${method.parent.typeName}/${method.name}`,
          (message: MessageShape<I>) => Buffer.from(toBinary(method.input, message)),
          (bytes: Buffer) => fromBinary(method.output, bytes),
          create(method.input, input),
          metadataOf(call),
          call.deadlineMs === undefined ? {} : { deadline: Date.now() + call.deadlineMs },
          (error, message) => {
            const { code, details } = error ?? { code: status.OK, details: '' }
            resolve({ code, details, message, metadata })
          },
        )
        started.on('metadata', (first) => {
          metadata = first
        })
      })
    },
    client,
  }
}

function metadataOf({ token, organization, metadata = {} }: Call): Metadata {
  const result = new Metadata()
  if (token !== undefined) result.set('authorization', `Bearer ${token}`)
  if (organization !== undefined) result.set('attestry-organization', organization)
  for (const [name, value] of Object.entries(metadata)) result.set(name, value)
  return result
}
