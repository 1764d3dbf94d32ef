import type { IncomingMessage } from 'node:http'
import { sha256 } from '../../../services/kernel/crypto/digest.ts'
import { headerLines } from '../requests/header-values.ts'

/** The credentials of a request: the SHA-256 of its API key, and whether it is refused regardless of the key (a cookie). */
type Credentials = { keyHash: Buffer | undefined; refused: boolean }

/** Reads the credentials of a REST call (docs/api.md 5.1.1, 5.1.2): exactly one Authorization line, scheme in any case. */
export function credentialsOf(request: IncomingMessage): Credentials {
  const key =
    headerLines(request, 'authorization') === 1
      ? BEARER.exec(request.headers.authorization ?? '')?.[1]
      : undefined
  return {
    keyHash: key === undefined ? undefined : sha256(key),
    refused: request.headers.cookie !== undefined,
  }
}

const BEARER = /^bearer +([\x21-\x7e]{1,512})$/i
