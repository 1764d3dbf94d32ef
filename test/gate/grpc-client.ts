import type { DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js'

/** Makes the client of a foreign microservice: grpc-js with its own credential, and of our code only the message types. */
export function grpcClient(url: string, headers: { [name: string]: string }) {
  const client = new Client(new URL(url).host, credentials.createInsecure())
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value)
  return {
    /** @throws ServiceError with the gRPC status code */
    call: <I extends DescMethodUnary['input'], O extends DescMethodUnary['output']>(
      method: DescMethodUnary<I, O>,
      input: MessageInitShape<I>,
    ): Promise<MessageShape<O>> =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          `/${method.parent.typeName}/${method.name}`,
          (message: MessageShape<I>) => Buffer.from(toBinary(method.input, message)),
          (bytes: Buffer) => fromBinary(method.output, bytes),
          create(method.input, input),
          metadata,
          (error: ServiceError | null, answer?: MessageShape<O>) =>
            error === null ? resolve(answer!) : reject(error),
        )
      }),
    close: () => client.close(),
  }
}
