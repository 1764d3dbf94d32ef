import { printable } from '../command/printable.ts'

/** Why a call has no answer, with what to do next. `final`: another attempt would fail in the same way. */
type Unreachable = { why: string; final: boolean }

/** Explains an error of `fetch`. `env` is that of the process, which may name a proxy. */
export function whyUnreachable(error: unknown, env: NodeJS.ProcessEnv): Unreachable {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return { why: `no answer in time${proxyHint(env)}`, final: false }
  const code = cause?.code ?? ''
  const what = `cannot be reached (${printable(cause?.code ?? cause?.message ?? message)})`
  const remedy = REMEDIES.find(({ codes }) => codes.test(code))
  if (remedy !== undefined) return { why: `${what}: ${remedy.next}`, final: true }
  return { why: `${what}${proxyHint(env)}`, final: false }
}

/** Node.js uses a proxy of the environment only if it is told to. */
function proxyHint(env: NodeJS.ProcessEnv): string {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']
  const named = names.find((name) => (env[name] ?? '') !== '')
  if (named === undefined || env.NODE_USE_ENV_PROXY === '1') return ''
  return `; ${named} is used only with NODE_USE_ENV_PROXY=1, by Node.js 22.21, 24.0 or later`
}

/** Errors of TLS that no further attempt mends. */
const REMEDIES = [
  {
    codes: /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    next: 'no TLS is spoken there; is it an http:// address?',
  },
  {
    codes:
      /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/,
    next: 'its certificate is of an authority that is not known here; name the authority’s PEM file in NODE_EXTRA_CA_CERTS',
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    next: 'its certificate is of another host name; is the name in the address right?',
  },
  { codes: /^CERT_HAS_EXPIRED$/, next: 'its certificate has expired; its operator has to renew it' },
]
