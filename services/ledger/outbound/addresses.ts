import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'

/** Whether a receiver may be at an address. */
export type AddressRule = (address: string) => boolean

/**
 * Allows public unicast addresses and what the operator has listed, and refuses everything else: loopback, private and link-local
 * networks, with the metadata services of clouds among them, and addresses that represent an IPv4 address behind a translation
 * (RFC 6890 and its successors, by ipaddr.js). In IPv6 only 2000::/3 is assigned (IANA, "Internet Protocol Version 6 Address
 * Space").
 *
 * @param allowed the result of `allowedRanges`
 */
export function addressRule(allowed: readonly string[]): AddressRule {
  const listed = new BlockList()
  for (const range of allowed) {
    const [address = '', prefix] = range.split('/')
    listed.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return (text) => {
    const plain = text.split('%')[0]!
    if (!ipaddr.isValid(plain)) return false
    // An IPv4-mapped IPv6 address counts as the IPv4 address.
    const address = ipaddr.process(plain)
    if (listed.check(address.toString(), address.kind())) return true
    if (SERVICES.check(address.toString(), address.kind())) return false
    if (address.kind() === 'ipv6' && !GLOBAL.check(address.toString(), 'ipv6')) return false
    return address.range() === 'unicast'
  }
}

const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')

/** Public addresses at which a cloud serves its own machines: Azure's platform (metadata, agent, DNS). */
const SERVICES = new BlockList()
SERVICES.addAddress('168.63.129.16', 'ipv4')

/** Addresses and CIDR ranges, separated by commas. @throws DomainError VALIDATION naming the variable */
export function allowedRanges(text: string, variable = 'ATTESTRY_NOTIFICATION_ADDRESSES'): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [address = '', prefix, more] = part.split('/')
      const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
      const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
      if (bits === -1 || more !== undefined || length < 0 || length > bits)
        throw new DomainError(
          Reason.VALIDATION,
          `${variable} must be addresses and CIDR ranges, separated by commas`,
        )
      return `${address}/${length}`
    })
}
