import { create, type DescExtension, type DescFile, type DescService, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError } from '@connectrpc/connect'
import * as v1 from '../../../../proto/gen/grpc/reflection/v1/reflection_pb.ts'
import * as v1alpha from '../../../../proto/gen/grpc/reflection/v1alpha/reflection_pb.ts'
import type { Routes } from '../routes.ts'

/** Server reflection (grpc.reflection.v1 and, for older clients, v1alpha) over the files of the given routes. */
export function reflectionRoutes(routes: Routes[]): Routes {
  const services: DescService[] = []
  for (const one of routes) one({ service: (desc) => services.push(desc) })
  const files = new Map<string, DescFile>()
  for (const service of services) collect(service.file, files)
  const answer = (request: Question): Answer => {
    const question = request.messageRequest
    switch (question.case) {
      case 'listServices':
        return {
          case: 'listServicesResponse',
          value: create(v1.ListServiceResponseSchema, {
            service: services.map(({ typeName }) => ({ name: typeName })),
          }),
        }
      case 'fileByFilename':
        return fileAnswer(files.get(question.value.replace(/\.proto$/, '')), files)
      case 'fileContainingSymbol':
        return fileAnswer(bySymbol(question.value, files), files)
      case 'fileContainingExtension': {
        const { containingType, extensionNumber } = question.value
        const found = extensionsOf(containingType, files).find(({ number }) => number === extensionNumber)
        return fileAnswer(found?.file, files)
      }
      case 'allExtensionNumbersOfType':
        return numbersAnswer(question.value, files)
      default:
        return missing(`${question.case ?? 'an empty request'} is not served`, UNIMPLEMENTED)
    }
  }
  return (sink) => {
    sink.service(v1.ServerReflection, {
      async *serverReflectionInfo(requests) {
        for await (const originalRequest of bounded(requests)) {
          yield { validHost: originalRequest.host, originalRequest, messageResponse: answer(originalRequest) }
        }
      },
    })
    sink.service(v1alpha.ServerReflection, {
      async *serverReflectionInfo(requests) {
        for await (const originalRequest of bounded(requests)) {
          const messageResponse = answer(originalRequest as unknown as Question) as never
          yield { validHost: originalRequest.host, originalRequest, messageResponse }
        }
      },
    })
  }
}

/** The requests of one stream, up to 1,000: more than any client needs for our files. */
async function* bounded<T>(requests: AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0
  for await (const request of requests) {
    count += 1
    if (count > MAX_QUESTIONS) throw new ConnectError('too many questions', Code.ResourceExhausted)
    yield request
  }
}

function collect(file: DescFile, into: Map<string, DescFile>): void {
  if (into.has(file.name)) return
  into.set(file.name, file)
  for (const dependency of file.dependencies) collect(dependency, into)
}

function bySymbol(symbol: string, files: Map<string, DescFile>): DescFile | undefined {
  for (const file of files.values()) {
    const tops = [...file.services, ...file.messages, ...file.enums, ...file.extensions]
    if (tops.some(({ typeName }) => symbol === typeName || symbol.startsWith(`${typeName}.`))) return file
  }
  return undefined
}

/** The extensions of a message. All extensions in the files are declared outside of messages. */
const extensionsOf = (typeName: string, files: Map<string, DescFile>): DescExtension[] =>
  [...files.values()].flatMap(({ extensions }) =>
    extensions.filter(({ extendee }) => extendee.typeName === typeName),
  )

/** The extension numbers of a message. The list is empty for a message without extensions. */
function numbersAnswer(typeName: string, files: Map<string, DescFile>): Answer {
  if (bySymbol(typeName, files) === undefined) return missing('not found', NOT_FOUND)
  return {
    case: 'allExtensionNumbersResponse',
    value: create(v1.ExtensionNumberResponseSchema, {
      baseTypeName: typeName,
      extensionNumber: extensionsOf(typeName, files).map(({ number }) => number),
    }),
  }
}

/** The file and everything that it imports: each file comes before its dependencies. */
function fileAnswer(file: DescFile | undefined, files: Map<string, DescFile>): Answer {
  if (file === undefined) return missing('not found', NOT_FOUND)
  const needed = new Map<string, DescFile>()
  const visit = (one: DescFile): void => {
    if (needed.has(one.name) || !files.has(one.name)) return
    for (const dependency of one.dependencies) visit(dependency)
    needed.set(one.name, one)
  }
  visit(file)
  const fileDescriptorProto = [...needed.values()].reverse().map(encoded)
  return {
    case: 'fileDescriptorResponse',
    value: create(v1.FileDescriptorResponseSchema, { fileDescriptorProto }),
  }
}

/** Each file is encoded once. */
function encoded(file: DescFile): Uint8Array {
  let bytes = encodings.get(file)
  if (bytes === undefined) {
    bytes = toBinary(FileDescriptorProtoSchema, file.proto)
    encodings.set(file, bytes)
  }
  return bytes
}

const encodings = new WeakMap<DescFile, Uint8Array>()
const MAX_QUESTIONS = 1000

function missing(errorMessage: string, errorCode: number): Answer {
  return { case: 'errorResponse', value: create(v1.ErrorResponseSchema, { errorCode, errorMessage }) }
}

/** google.rpc.Code */
const NOT_FOUND = 5
const UNIMPLEMENTED = 12

type Question = v1.ServerReflectionRequest
type Answer = v1.ServerReflectionResponse['messageResponse']
