import { isIPv4 } from 'node:net'

/** The 4 or 16 bytes of an IP address. @param address one that `net.isIP` takes, without a zone */
export function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head = [], tail = []] = groups.map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = new Array(8 - head.length - tail.length).fill('0')
  return Buffer.from([...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex')
}
