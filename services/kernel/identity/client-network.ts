import { isIPv4 } from 'node:net'

/** The address of a peer from Node's form. An IPv4-mapped IPv6 address becomes the IPv4 address. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address
}

/**
 * Returns the network by which an address is counted: the address itself, or its /64 for IPv6, because a subscriber has at least a
 * /64 (RFC 6177). The address is a text from plainAddress, without a scope.
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
