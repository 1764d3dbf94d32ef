import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressBytes } from './address.ts'
import { issue, makeAuthority } from './certificate.ts'
import { integer, oid, time } from './der.ts'

const validity = { from: new Date('2026-01-02T03:04:05Z'), until: new Date('2027-01-02T03:04:05Z') }
const authority = makeAuthority('Test CA', validity)

test('an issued certificate is signed by its authority, and names its hosts and nobody else’s', () => {
  const hosts = ['localhost', 'ledger', 'gate.attestry.svc', '127.0.0.1', '::1', 'fd00::12:1']
  const issued = new X509Certificate(issue(authority, 'attestry', hosts, validity).certificate)
  const ca = new X509Certificate(authority.certificate)
  expect(issued.verify(ca.publicKey)).toBe(true)
  expect(issued.checkIssued(ca)).toBe(true)
  expect(issued.ca).toBe(false)
  expect(issued.validFromDate).toEqual(validity.from)
  expect(issued.validToDate).toEqual(validity.until)
  for (const host of hosts)
    expect(isIP(host) === 0 ? issued.checkHost(host) : issued.checkIP(host), host).toBe(host)
  expect(issued.checkHost('evidence')).toBeUndefined()
  expect(issued.checkIP('127.0.0.2')).toBeUndefined()
})

test('an authority signs itself and is marked as one', () => {
  const ca = new X509Certificate(authority.certificate)
  expect(ca.ca).toBe(true)
  expect(ca.verify(ca.publicKey)).toBe(true)
  expect(new X509Certificate(makeAuthority('Test CA', validity).certificate).serialNumber).not.toBe(
    ca.serialNumber,
  )
})

test('a key goes with its certificate and with no other', async () => {
  const { createPrivateKey } = await import('node:crypto')
  const one = issue(authority, 'one', ['localhost'], validity)
  const other = issue(authority, 'other', ['localhost'], validity)
  expect(new X509Certificate(one.certificate).checkPrivateKey(createPrivateKey(one.key))).toBe(true)
  expect(new X509Certificate(one.certificate).checkPrivateKey(createPrivateKey(other.key))).toBe(false)
})

test('DER: the shortest form of an integer, object identifiers, both forms of time', () => {
  expect(integer(Buffer.of(0, 0, 0x7f)).toString('hex')).toBe('02017f')
  expect(integer(Buffer.of(0x80)).toString('hex')).toBe('02020080')
  expect(integer(Buffer.of(0)).toString('hex')).toBe('020100')
  expect(oid('1.2.840.10045.4.3.2').toString('hex')).toBe('06082a8648ce3d040302')
  expect(time(new Date('2049-12-31T23:59:59.999Z')).subarray(2).toString()).toBe('491231235959Z')
  expect(time(new Date('2050-01-01T00:00:00Z')).subarray(2).toString()).toBe('20500101000000Z')
})

test('every IPv6 address has its 16 bytes, every IPv4 address its 4', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const bytes = addressBytes(address)
      const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(2 * i).toString(16))
      expect(bytes).toHaveLength(16)
      expect(new URL(`http://[${groups.join(':')}]`).host).toBe(new URL(`http://[${address}]`).host)
    }),
  )
  expect(addressBytes('10.0.255.1')).toEqual(Buffer.of(10, 0, 255, 1))
})
