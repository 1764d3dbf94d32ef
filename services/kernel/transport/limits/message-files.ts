import type { DescMessage } from '@bufbuild/protobuf'
import {
  Code,
  ConnectError,
  type ContextValues,
  createContextKey,
  type Interceptor,
} from '@connectrpc/connect'
import { type File, putFile, takeFile } from '../../json/file-in-json.ts'
import { LIMITS } from '../../values/limits.ts'

/**
 * Takes the content of a file out of a large JSON message of a unary call: its decoder would decode it in one turn. `fileIntoMessage`
 * puts it back.
 *
 * @param contentType of the call
 * @returns the message with a mark in the place of the file; the same bytes where none was taken out
 * @throws DomainError VALIDATION where the content is not base64
 */
export async function fileOutOfMessage(
  desc: DescMessage,
  contentType: string,
  bytes: Buffer,
  values: ContextValues,
): Promise<Buffer> {
  if (bytes.length <= LIMITS.bodyBytes || !isUnaryJson(contentType)) return bytes
  const taken = await takeFile(desc, bytes)
  if (taken === undefined) return bytes
  values.set(fileKey, taken.file)
  return taken.rest
}

/** Puts the file into the decoded message. Of other messages with its mark, none can be decoded. */
export const fileIntoMessage: Interceptor = (next) => (request) => {
  const file = request.contextValues.get(fileKey)
  if (file !== undefined && (request.stream || !putFile(request.message, file)))
    throw new ConnectError('the file has no place in the message', Code.InvalidArgument)
  return next(request)
}

const fileKey = createContextKey<File | undefined>(undefined, { description: 'file' })
/** Whether a content type is that of a unary call of the Connect protocol in JSON. */
export function isUnaryJson(contentType: string): boolean {
  return /^application\/json/i.test(contentType)
}
