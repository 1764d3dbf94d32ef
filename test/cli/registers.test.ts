import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootConsole, type Console } from './console.ts'

let cli: Console
beforeAll(async () => {
  cli = await bootConsole()
})
afterAll(() => cli.stop())
const words = (text: string) => text.split(' ')

test('attestry asset edit and supplier edit change only the fields that are given', async () => {
  const org = await cli.ok('org', 'create', '--name', 'Hospital')
  const asset = await cli.ok(
    ...['asset', 'create', '--org', org.id, '--name', 'Core'],
    ...words('--asset-type system --classification internal --business-criticality high'),
  )
  const A = ['asset', 'edit', '--org', org.id, '--id', asset.id]
  expect(await cli.ok(...A, ...words('--classification restricted --hosted-in-eu'))).toMatchObject({
    ...{ name: 'Core', classification: 'restricted', business_criticality: 'high', hosted_in_eu: true },
  })
  expect(await cli.ok(...A, '--no-hosted-in-eu')).toMatchObject({
    ...{ classification: 'restricted', hosted_in_eu: false },
  })
  const supplier = await cli.ok(
    ...['supplier', 'create', '--org', org.id, '--name', 'Cloud', ...words('--category critical')],
  )
  const S = ['supplier', 'edit', '--org', org.id, '--id', supplier.id]
  expect(await cli.ok(...S, ...words('--org-number 556 --contact-email desk@cloud.example'))).toMatchObject({
    ...{ name: 'Cloud', category: 'critical', org_number: '556', contact_email: 'desk@cloud.example' },
  })
  expect(await cli.ok(...S, '--contact-email', '', '--version', '2')).toMatchObject({
    ...{ org_number: '556', contact_email: null },
  })
  await cli.fails(1, ...S, ...words('--name Other --version 2'))
  await cli.fails(2, ...S)
})

test('attestry commands with --version change nothing if the version is stale', async () => {
  const org = await cli.ok('org', 'create', '--name', 'Clinic')
  const O = ['org', 'update', '--org', org.id, '--version', '1']
  expect(await cli.ok(...O, '--addons', 'control,agent_governance')).toMatchObject({ version: 2 })
  await cli.fails(1, ...O, '--name', 'Other')
  const system = await cli.ok('system', 'create', '--org', org.id, '--name', 'claims')
  const S = ['system', 'update', '--org', org.id, '--id', system.id]
  expect(await cli.ok(...S, ...words('--attestation-roles ciso --version 1'))).toMatchObject({ version: 2 })
  await cli.fails(1, ...S, ...words('--name other --version 1'))
  expect(await cli.ok(...S, ...words('--name other'))).toMatchObject({ attestation_roles: ['ciso'] })
})
