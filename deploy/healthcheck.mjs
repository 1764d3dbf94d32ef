#!/usr/bin/env node
// Checks whether a part of Attestry answers, for container engines and orchestrators. Exit code 0: it does; 1: it does not.
//
//   node healthcheck.mjs                          the gateway of this container: GET /readyz on PORT
//   node healthcheck.mjs https://127.0.0.1:9443   a service: grpc.health.v1 over HTTP/2, with the certificates of
//                                                 ATTESTRY_TLS_CERT, ATTESTRY_TLS_KEY and ATTESTRY_TLS_CA
//
// Orchestrators cannot check a service themselves: their gRPC probes send no client certificate. Only plain JavaScript and node:*, so
// that a probe costs little.
import { readFileSync } from 'node:fs'
import http2 from 'node:http2'
import process from 'node:process'

const PATIENCE_MS = 4000
const { ATTESTRY_TLS_CA: ca, ATTESTRY_TLS_CERT: cert, ATTESTRY_TLS_KEY: key, PORT = '8080' } = process.env

process.exitCode = 1
setTimeout(() => end(`no answer within ${PATIENCE_MS} ms`), PATIENCE_MS).unref()
const [url] = process.argv.slice(2)
if (url === undefined) await gateway()
else service(url)

async function gateway() {
  try {
    const response = await fetch(`http://127.0.0.1:${PORT}/readyz`)
    end(response.status === 200 ? undefined : await response.text())
  } catch (error) {
    end(String(error))
  }
}

/**
 * Checks a service by Connect's unary protocol in JSON (https://connectrpc.com/docs/protocol), which services speak beside gRPC.
 *
 * @param {string} url
 */
function service(url) {
  const session = http2.connect(url, {
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
    ...(cert === undefined || key === undefined ? {} : { cert: readFileSync(cert), key: readFileSync(key) }),
  })
  session.on('error', (error) => end(String(error)))
  const stream = session.request({
    ':method': 'POST',
    ':path': '/grpc.health.v1.Health/Check',
    'content-type': 'application/json',
    'connect-protocol-version': '1',
  })
  stream.on('error', (error) => end(String(error)))
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  stream.on('end', () => end(/"status":\s*"SERVING"/.test(text) ? undefined : text))
  stream.end('{}')
}

/** @param {string | undefined} problem what is wrong; undefined where the check passed */
function end(problem) {
  if (problem !== undefined) process.stderr.write(`not healthy: ${problem.trim()}\n`)
  process.exit(problem === undefined ? 0 : 1)
}
