import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/**
 * Makes a time-stamp authority (RFC 3161) with OpenSSL in a directory: a root, and a signer that the root certified.
 *
 * @param options.rsa has keys of RSA, which take longer to make than those on a curve
 * @param options.between has a certificate between root and signer, with the serial number of the signer's
 */
export function makeAuthority(
  directory: string,
  options: { purpose?: string; rsa?: boolean; days?: number; between?: boolean } = {},
): Authority {
  const { purpose = 'critical,timeStamping', rsa = false, days = 30, between = false } = options
  mkdirSync(directory, { recursive: true })
  const path = (name: string) => join(directory, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = rsa ? ['-newkey', 'rsa:2048'] : ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384']
  const root = ['-x509', '-nodes', '-days', '30', '-subj', '/CN=Test root', '-keyout', path('root.key')]
  openssl('req', ...root, ...key, '-out', path('root.pem'))
  const issue = (name: string, subject: string, by: string, extension: string) => {
    const asked = ['-subj', subject, '-keyout', path(`${name}.key`), '-out', path(`${name}.csr`)]
    openssl('req', '-new', '-nodes', ...key, ...asked)
    writeFileSync(path('extensions'), `${extension}\n`)
    const issuer = ['-CA', path(`${by}.pem`), '-CAkey', path(`${by}.key`), '-set_serial', '4096']
    const signed = ['-days', String(days), '-extfile', path('extensions'), '-out', path(`${name}.pem`)]
    openssl('x509', '-req', '-in', path(`${name}.csr`), ...issuer, ...signed)
  }
  if (between) issue('between', '/CN=Test', 'root', 'basicConstraints=critical,CA:TRUE')
  const issuer = between ? 'between' : 'root'
  issue('time', '/O=Test/CN=Time', issuer, `extendedKeyUsage=${purpose}`)
  writeFileSync(path('serial'), '01\n')
  writeFileSync(path('config'), CONFIG.replaceAll('DIRECTORY', directory).replace('ISSUER', issuer))
  let asked = 0
  const reply = (query: Uint8Array): Buffer => {
    const [request, answer] = [path(`${++asked}.tsq`), path(`${asked}.tsr`)]
    writeFileSync(request, query)
    openssl('ts', '-reply', '-config', path('config'), '-queryfile', request, '-out', answer)
    return readFileSync(answer)
  }
  return { root: path('root.pem'), certificate: path('time.pem'), reply }
}

/** Serves an authority over HTTP on loopback. */
export async function serveAuthority({ reply }: Pick<Authority, 'reply'>) {
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>)
    response.setHeader('content-type', 'application/timestamp-reply')
    response.end(reply(Buffer.concat(chunks)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/tsr`,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}

/** `root`, `certificate`: PEM files. */
export type Authority = { root: string; certificate: string; reply(query: Uint8Array): Buffer }

const CONFIG = `[ tsa ]
default_tsa = authority
[ authority ]
serial = DIRECTORY/serial
crypto_device = builtin
signer_cert = DIRECTORY/time.pem
certs = DIRECTORY/ISSUER.pem
signer_key = DIRECTORY/time.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ordering = yes
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`
