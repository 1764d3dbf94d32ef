import { usage } from './exit-codes.ts'

/** The address of the server, and the API key to call it with. */
export type Server = { url: string; key: string }

/**
 * Takes the address from `--url`, ATTESTRY_URL or ATTESTRY_BASE_URL, and the key from ATTESTRY_API_KEY. The key is never an
 * option: every user of the machine can see the arguments of a process. @throws Failure usage
 */
export function serverOf(option: string | undefined, env: NodeJS.ProcessEnv): Server {
  const text = option ?? (env.ATTESTRY_URL || env.ATTESTRY_BASE_URL || 'http://127.0.0.1:8080')
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw usage('--url: not an address; write https://attestry.example.com')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw usage('--url: must be https (or http)')
  if (url.username !== '' || url.password !== '') throw usage('--url: must not hold credentials')
  if (url.search !== '' || url.hash !== '') throw usage('--url: must not hold a query or a fragment')
  const [part] = PART.exec(url.pathname) ?? []
  if (part !== undefined)
    throw usage(
      `--url: write the address of the installation, without ${part}: an installation is at the root of a host name`,
    )
  const key = (env.ATTESTRY_API_KEY ?? '').trim()
  if (key === '') throw usage('ATTESTRY_API_KEY is not set: put an API key into the environment')
  if (!/^[\x21-\x7e]+$/.test(key)) throw usage('ATTESTRY_API_KEY: holds characters that no key has')
  return { url: url.href.replace(/\/+$/, ''), key }
}

/** Whether the key would be sent over a network unencrypted. */
export function isPlaintext({ url }: Server): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The path of a part of an installation. Below it every address of the API is unknown, as an unknown AI system is. */
const PART = /\/(api(\/v\d+)?|console|docs)(?=\/*$)/
