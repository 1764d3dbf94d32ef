import { isIPv4 } from 'node:net'

/** The address of a peer as Node gives it; an IPv4 address that arrives as IPv4-mapped IPv6 is the IPv4 address. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address
}

/**
 * What an address is counted by: the address itself, or the /64 of IPv6, of which one subscriber has all (RFC 6177).
 * Text that plainAddress gives, without a scope.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length
    while (groups.length + after < 8) groups.push('0')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => (Number.parseInt(group, 16) || 0).toString(16))
    .join(':')}::/64`
}
