import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'

/** The addresses of a name in a file of hosts (hosts(5)): an address, its names, and comments behind `#`. */
export function addressesIn(hosts: string, name: string): LookupAddress[] {
  const wanted = plain(name)
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.split('#', 1)[0]!.trim().split(/\s+/)
    const family = isIP(address)
    return family !== 0 && names.some((one) => plain(one) === wanted) ? [{ address, family }] : []
  })
}

function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
