import type { DescMessage, Message } from '@bufbuild/protobuf'
import type { Interceptor, StreamRequest, UnaryRequest } from '@connectrpc/connect'
import { requestRefusal } from '../fields/request-check.ts'
import { accessOf } from '../identity/access.ts'

/**
 * Holds the request of every call to the constraints that its proto declares (buf/validate/validate.proto), before its handler:
 * a handler MUST NOT repeat them. Requests of internal RPCs come from our own code, and are not checked.
 */
export function checkRequest(next: AnyFn): AnyFn {
  return (request) => {
    if (accessOf(request.method).internal) return next(request)
    const refuseInvalid = refusalOf(request.method.input)
    if (request.stream) return next({ ...request, message: checked(request.message, refuseInvalid) })
    refuseInvalid(request.message)
    return next(request)
  }
}

/** Compiled when the first request of a type comes, once. */
function refusalOf(desc: DescMessage): (request: Message) => void {
  let refuseInvalid = refusals.get(desc)
  if (refuseInvalid === undefined) {
    refuseInvalid = requestRefusal(desc)
    refusals.set(desc, refuseInvalid)
  }
  return refuseInvalid
}

async function* checked(messages: AsyncIterable<Message>, refuseInvalid: (request: Message) => void) {
  for await (const message of messages) {
    refuseInvalid(message)
    yield message
  }
}

const refusals = new Map<DescMessage, (request: Message) => void>()

type AnyFn = (request: UnaryRequest | StreamRequest) => ReturnType<ReturnType<Interceptor>>
