import { usage } from '../command/exit-codes.ts'
import { log } from '../command/log.ts'

/** The address of the server, and the API key to call it with. */
export type Server = { url: string; key: string }

/**
 * Takes the address from `--url`, ATTESTRY_URL or ATTESTRY_BASE_URL, and the key from ATTESTRY_API_KEY. The key is never an
 * option: every user of the machine can see the arguments of a process. Warns where the key would be sent unencrypted.
 *
 * @throws Failure usage
 */
export function serverOf(option: string | undefined, env: NodeJS.ProcessEnv): Server {
  const [name, text] = named(option, env)
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw usage(`${name}: not an address; write https://attestry.example.com`)
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw usage(`${name}: must be https (or http)`)
  if (url.username !== '' || url.password !== '') throw usage(`${name}: must not hold credentials`)
  if (url.search !== '' || url.hash !== '') throw usage(`${name}: must not hold a query or a fragment`)
  const [part] = PART.exec(url.pathname) ?? []
  if (part !== undefined)
    throw usage(
      `${name}: write the address of the installation, without ${part}: an installation is at the root of a host name`,
    )
  const key = (env.ATTESTRY_API_KEY ?? '').trim()
  if (key === '') throw usage('ATTESTRY_API_KEY is not set: put an API key into the environment')
  if (!/^[\x21-\x7e]+$/.test(key)) throw usage('ATTESTRY_API_KEY: holds characters that no key has')
  const server = { url: url.href.replace(/\/+$/, ''), key }
  if (isPlaintext(url)) log(`warning: ${server.url} is not https: the key can be read on the way`)
  return server
}

/** Returns the name of the option or variable that has the address, and the address. */
function named(option: string | undefined, env: NodeJS.ProcessEnv): [string, string] {
  if (option !== undefined) return ['--url', option]
  const name = ['ATTESTRY_URL', 'ATTESTRY_BASE_URL'].find((one) => env[one])
  return name === undefined ? ['--url', 'http://127.0.0.1:8080'] : [name, env[name]!]
}

/** Whether the key would be sent over a network unencrypted. */
function isPlaintext({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The path of a part of an installation. Below it every address of the API is unknown, as an unknown AI system is. */
const PART = /\/(api(\/v\d+)?|console|docs)(?=\/*$)/
