import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import type { Resolve } from './exchange.ts'
import { addressesIn } from './hosts-file.ts'

/**
 * Resolves names that organizations choose. Their name servers may never answer, and the system's lookup would then hold one of
 * its two threads for some 10 s, which the process needs for all other lookups. So this reads the hosts file and asks name servers
 * without a thread. Only a name that neither has goes to the system's lookup (search domains, other sources of names), one at a
 * time. A public name whose servers fail (SERVFAIL) is not passed on: the system would query the same servers again, which could
 * delay the answer at will.
 *
 * @param options.hosts the hosts file; `servers`: name servers instead of the system's; `system`: the system's lookup;
 * `timeoutMs`: the time limit of the first query to a server
 */
export function nameResolver(
  options: {
    hosts?: string
    servers?: readonly string[]
    system?: typeof systemLookup
    timeoutMs?: number
  } = {},
): Resolve {
  const { hosts = '/etc/hosts', servers, system = systemLookup, timeoutMs = TIMEOUT_MS } = options
  let last: Promise<unknown> = Promise.resolve()

  /** Uses the system's lookup for one name at a time. A call that has waited longer than it may take is refused. */
  const lookedUp = (name: string): Promise<LookupAddress[]> => {
    const asked = performance.now()
    const found = last.then(() => {
      if (performance.now() - asked > LONGEST_WAIT_MS) throw notResolved()
      return new Promise<LookupAddress[]>((settle, fail) => {
        system(name, { all: true }, (error, addresses) => (error === null ? settle(addresses) : fail(error)))
      })
    })
    last = found.catch(() => {})
    return found
  }
  const find = async (name: string): Promise<LookupAddress[]> => {
    const listed = addressesIn(await readFile(hosts, 'utf8').catch(() => ''), name)
    if (listed.length > 0) return listed
    const answered = await ask(name, timeoutMs, servers)
    return answered.length > 0 ? answered : lookedUp(name)
  }
  const resolve = (
    name: string,
    _: object,
    answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
  ): void => {
    find(name).then(
      (found) => answer(null, found),
      (error) => answer(error, []),
    )
  }
  return resolve as Resolve
}

/** The addresses that name servers give; none where they deny the name. @throws where one does not answer in time, or fails */
async function ask(name: string, timeout: number, servers?: readonly string[]): Promise<LookupAddress[]> {
  // Uses the current name servers of the system.
  const resolver = new Resolver({ timeout, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const of = async (family: 4 | 6, asked: Promise<string[]>): Promise<LookupAddress[]> => {
    const addresses = await asked.catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ETIMEOUT' || (error.code === 'ESERVFAIL' && isOfPublicTree(name)))
        throw notResolved()
      return []
    })
    return addresses.map((address) => ({ address, family }))
  }
  const found = await Promise.allSettled([of(4, resolver.resolve4(name)), of(6, resolver.resolve6(name))])
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const failed = found.find((one) => one.status === 'rejected')
  if (addresses.length === 0 && failed !== undefined) throw failed.reason
  return addresses
}

/** Whether a name belongs to the public DNS. For other names a server may fail because they are not in DNS. */
function isOfPublicTree(name: string): boolean {
  const labels = name.toLowerCase().replace(/\.$/, '').split('.')
  return labels.length > 1 && labels.at(-1) !== 'local'
}

function notResolved(): NodeJS.ErrnoException {
  return Object.assign(new Error('the name was not resolved'), { code: 'EAI_AGAIN' })
}

/** The second query has twice as long. Both together fit into the time of a call. */
const TIMEOUT_MS = 2000
const LONGEST_WAIT_MS = 8000
