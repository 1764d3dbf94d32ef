import { expect, test } from 'vitest'
import { PROCESS_ROLES, type ProcessRole } from './role-names.ts'
import { checkServiceUrls } from './service-urls.ts'

const LEDGER = { ATTESTRY_LEDGER_URL: 'https://ledger:9440' }

function warnings(env: NodeJS.ProcessEnv, roles: readonly ProcessRole[]): string[] {
  const said: string[] = []
  checkServiceUrls(env, roles, { warn: (_: unknown, text?: string) => void said.push(text ?? '') })
  return said
}

test.each<ProcessRole>(['gateway', 'gate', 'ingestion', 'evidence'])(
  'the role %s does not start without the ledger or its address',
  (role) => {
    expect(() => warnings({}, [role])).toThrow(/^ATTESTRY_LEDGER_URL is not set/)
    expect(() => warnings({ ATTESTRY_LEDGER_URL: 'ledger:9440' }, [role])).toThrow(
      /^ATTESTRY_LEDGER_URL must be http/,
    )
    expect(() => warnings(LEDGER, [role])).not.toThrow()
    expect(warnings({}, [role, 'ledger']).length).toBe(role === 'gateway' ? 3 : 0)
  },
)

test('a gateway names the services that it does not reach when it starts', () => {
  expect(warnings({ ...LEDGER, ATTESTRY_GATE_URL: 'https://gate:9440' }, ['gateway', 'evidence'])).toEqual([
    'ATTESTRY_INGESTION_URL is not set: its operations are answered 500',
  ])
  expect(warnings({}, PROCESS_ROLES)).toEqual([])
})

test('the address of a service that runs in the process is named: nothing is sent there', () => {
  expect(warnings(LEDGER, PROCESS_ROLES)).toEqual([
    'ATTESTRY_LEDGER_URL has no effect: the ledger service runs in this process',
  ])
  expect(warnings(LEDGER, ['ledger', 'gate'])).toEqual([])
})
