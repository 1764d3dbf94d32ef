import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { issue, makeAuthority } from '../../gateway/cli/commands/installation/certificate-authority.ts'
import { createKms } from '../../services/kernel/crypto/kms.ts'

const HOUR = 3_600_000

test('a key service of which only the second address answers is reached over TLS, by twenty calls at once', async () => {
  const validity = { from: new Date(Date.now() - HOUR), until: new Date(Date.now() + HOUR) }
  const authority = await makeAuthority('a', validity)
  const { certificate, key } = await issue(authority, 'keys', [NAME], validity)
  const answer = JSON.stringify({ KeyMetadata: { Arn: 'arn' } })
  const tls = createServer({ cert: certificate, key }, (_, response) => response.end(answer))
  await once(tls.listen(0, '127.0.0.1'), 'listening')
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, authority.certificate])
  const names = vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup)
  const warned: string[] = []
  const onWarning = ({ name }: Error): void => void warned.push(name)
  process.on('warning', onWarning)
  const kms = createKms({
    endpoint: `https://${NAME}:${(tls.address() as AddressInfo).port}`,
    region: 'local',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    attempts: 1,
  })
  onTestFinished(async () => {
    process.off('warning', onWarning)
    names.mockRestore()
    setDefaultCACertificates(known)
    await kms.close()
    tls.closeAllConnections()
    tls.close()
  })
  const calls = Array.from({ length: 20 }, () => kms.createSigningKey('a key'))
  expect(await Promise.all(calls)).toEqual(Array(20).fill('arn'))
  expect(warned).toEqual([])
})

const NAME = 'keys.test'

/** Nothing listens at the first address. */
function lookup(_: string, __: object, found: (error: null, addresses: dns.LookupAddress[]) => void): void {
  const addresses = ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }))
  process.nextTick(() => found(null, addresses))
}
