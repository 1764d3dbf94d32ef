import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { plainAddress } from '../../../services/kernel/identity/client-network.ts'

/** Finds the address of a client (docs/decisions/0007-the-address-bucket.md). */
type ClientAddress = {
  (request: IncomingMessage): string
  /** Whether an address, in the form of plainAddress, is a trusted proxy's. */
  isTrusted(address: string): boolean
}

/**
 * Returns a function that finds the client's address: that of the peer or, if the peer is a trusted proxy, the last address in
 * X-Forwarded-For that is not a trusted proxy's.
 *
 * @param proxies ATTESTRY_TRUSTED_PROXIES: addresses and CIDR ranges, separated by commas
 * @throws DomainError VALIDATION for a text that is neither
 */
export function clientAddress(proxies: string | undefined): ClientAddress {
  const trusted = new BlockList()
  for (const text of (proxies ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''))
    add(trusted, text)
  const none = proxies === undefined || proxies.trim() === ''
  const isTrusted = (address: string): boolean =>
    !none && isIP(address) !== 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  const addressOf = (request: IncomingMessage): string => {
    const peer = plainAddress(request.socket.remoteAddress ?? '')
    if (!isTrusted(peer)) return peer
    let client = peer
    for (const part of (request.headersDistinct['x-forwarded-for'] ?? []).join(',').split(',').reverse()) {
      const address = plainAddress(part.trim())
      if (isIP(address) === 0) return client
      client = address
      if (!isTrusted(address)) return client
    }
    return client
  }
  return Object.assign(addressOf, { isTrusted })
}

function add(list: BlockList, text: string): void {
  const [address = '', bits, more] = text.split('/')
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  const max = family === 'ipv4' ? 32 : 128
  // An empty prefix is no 0, which would trust every address.
  const prefix = bits === undefined ? max : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
  if (isIP(address) === 0 || more !== undefined || prefix < 0 || prefix > max) {
    throw new DomainError(Reason.VALIDATION, `ATTESTRY_TRUSTED_PROXIES: ${text} is not an address or a range`)
  }
  list.addSubnet(address, prefix, family)
}
