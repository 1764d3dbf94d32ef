import { Code, ConnectError } from '@connectrpc/connect'
import { ErrorDetailSchema } from '../../../proto/gen/attestry/common/v1/error_pb.ts'
import { sentence } from '../language/words.ts'

/** A refusal or a failure in the form in which a person sees it. */
export class Problem extends Error {
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** The errors of each field. */
  readonly fields: { [field: string]: string[] }
  /** The newest version of the object, where the call named an older one. */
  readonly currentVersion: number | undefined
  /** False where no answer came: the call may have been carried out. */
  readonly isAnswered: boolean

  constructor(
    message: string,
    more: {
      status?: number
      requestId?: string | null
      fields?: { [field: string]: string[] }
      currentVersion?: number | undefined
      isAnswered?: boolean
    } = {},
  ) {
    super(message)
    this.currentVersion = more.currentVersion
    this.isAnswered = more.isAnswered ?? true
    this.status = more.status
    this.requestId = more.requestId ?? undefined
    this.fields = more.fields ?? {}
  }

  /** Reads the error of an answer that is not of an RPC. */
  static async ofResponse(answer: Response): Promise<Problem> {
    const body = (await answer.json().catch(() => ({}))) as { error?: { message?: string } }
    return new Problem(sentence(body.error?.message ?? 'the server gave no reason'), {
      status: answer.status,
      requestId: answer.headers.get('x-request-id'),
    })
  }

  static of(thrown: unknown): Problem {
    if (thrown instanceof Problem) return thrown
    const error = ConnectError.from(thrown)
    const requestId = error.metadata.get('x-request-id')
    if (requestId === null && NO_ANSWER.has(error.code)) {
      return new Problem(NOT_ANSWERED, { isAnswered: false })
    }
    const details = error.findDetails(ErrorDetailSchema)[0]?.details as
      | { fieldErrors?: object; current_version?: number }
      | undefined
    const fields = (details?.fieldErrors ?? {}) as { [field: string]: string[] }
    const currentVersion = details?.current_version
    return new Problem(sentence(error.rawMessage), { requestId, fields, currentVersion })
  }
}

/** The message where no answer came and the call cannot be repeated safely. */
export const MAY_BE_RECORDED =
  'The server did not answer, so this may be recorded already. Look whether the page shows it before you send it again.'

const NOT_ANSWERED = 'The server did not answer. Check the connection and try again.'
const NO_ANSWER = new Set([Code.Unknown, Code.Internal, Code.Unavailable, Code.Canceled])
