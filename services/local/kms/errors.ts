/**
 * An error in the form in which AWS KMS answers: `type` becomes `__type`, which the SDKs turn into their exception. Source: the
 * "Errors" sections of the AWS KMS API Reference, and its "Common errors".
 */
export class KmsError extends Error {
  readonly type: KmsErrorType
  readonly status: number

  constructor(type: KmsErrorType, message: string) {
    super(message)
    this.name = 'KmsError'
    this.type = type
    this.status = SERVER_SIDE.has(type) ? 500 : 400
  }
}

const SERVER_SIDE: ReadonlySet<string> = new Set(['KMSInternalException', 'DependencyTimeoutException'])

type KmsErrorType =
  | 'AccessDeniedException'
  | 'DependencyTimeoutException'
  | 'IncompleteSignatureException'
  | 'IncorrectKeyException'
  | 'InvalidCiphertextException'
  | 'InvalidKeyUsageException'
  | 'InvalidSignatureException'
  | 'KMSInternalException'
  | 'KMSInvalidSignatureException'
  | 'MissingAuthenticationTokenException'
  | 'NotFoundException'
  | 'SerializationException'
  | 'ThrottlingException'
  | 'UnknownOperationException'
  | 'UnrecognizedClientException'
  | 'ValidationException'
