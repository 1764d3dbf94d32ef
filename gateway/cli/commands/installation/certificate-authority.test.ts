import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { expect, test } from 'vitest'
import { issue, makeAuthority } from './certificate-authority.ts'

const validity = { from: new Date('2026-01-02T03:04:05Z'), until: new Date('2027-01-02T03:04:05Z') }
const authority = await makeAuthority('Test CA', validity)

test('an issued certificate is signed by its authority, and names exactly its hosts', async () => {
  const hosts = ['localhost', 'ledger', 'gate.attestry.svc', '127.0.0.1', '::1', 'fd00::12:1']
  const issued = new X509Certificate((await issue(authority, 'attestry', hosts, validity)).certificate)
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

test('an authority’s certificate is self-signed and marked as CA', async () => {
  const ca = new X509Certificate(authority.certificate)
  expect(ca.ca).toBe(true)
  expect(ca.verify(ca.publicKey)).toBe(true)
  expect(new X509Certificate((await makeAuthority('Test CA', validity)).certificate).serialNumber).not.toBe(
    ca.serialNumber,
  )
})

test('a certificate’s key matches it and no other', async () => {
  const { createPrivateKey } = await import('node:crypto')
  const one = await issue(authority, 'one', ['localhost'], validity)
  const other = await issue(authority, 'other', ['localhost'], validity)
  expect(new X509Certificate(one.certificate).checkPrivateKey(createPrivateKey(one.key))).toBe(true)
  expect(new X509Certificate(one.certificate).checkPrivateKey(createPrivateKey(other.key))).toBe(false)
})
