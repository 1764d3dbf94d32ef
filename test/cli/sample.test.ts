import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../console/support/browser.ts'
import { builtConsole } from '../console/support/built.ts'
import { attestry, endAll, ended, serve, temporaryDirectory } from '../harness/command.ts'
import { freePort } from '../harness/ports.ts'
import { call } from '../harness/rest.ts'

let root: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  root = await temporaryDirectory()
  await builtConsole()
})
afterAll(async () => {
  await endAll()
  await root.remove()
})

async function installation(name: string) {
  const dataDir = join(root.path, name)
  const port = String(await freePort())
  return {
    env: { PORT: port, ATTESTRY_DATA_DIR: dataDir },
    baseUrl: `http://127.0.0.1:${port}`,
    bootstrap: async () => JSON.parse(await readFile(join(dataDir, 'bootstrap.json'), 'utf8')),
  }
}

async function stop({ child }: Awaited<ReturnType<typeof serve>>): Promise<void> {
  child.kill('SIGTERM')
  await ended(child)
  expect(child.exitCode).toBe(0)
}

test('npm start -- --sample fills an empty installation with a small organization, marked as sample data', async () => {
  const { env, baseUrl, bootstrap } = await installation('sample')
  const first = await serve(env, '--sample')
  expect(first.printed()).toContain('It holds sample data.')
  expect(first.printed()).toContain(`The console: ${baseUrl}/console/; sign in as the admin of that file`)
  const made = await bootstrap()
  expect(made.organization.name).toBe('Harbour Insurance (sample data)')
  expect(made.people.map(({ role }: { role: string }) => role)).toEqual(['approver', 'member', 'auditor'])
  for (const { password } of made.people) expect(first.printed()).not.toContain(password)

  // What is there over the API: something of everything, with what needs attention in it.
  const get = async (path: string) => (await call(baseUrl, `/api/v1${path}`, { key: made.api_key })).body
  const incidents = (await get('/incidents')).data
  expect(incidents.map(({ source }: { source: { kind: string } }) => source.kind).sort()).toEqual([
    ...Array(4).fill('user'),
    ...Array(4).fill('webhook'),
  ])
  // One alert waits for a person to set its severity.
  expect(incidents.filter(({ severity }: { severity: string }) => severity === 'unknown')).toHaveLength(1)
  expect((await get('/incidents?overdue=true')).data).toMatchObject([
    { severity: 'critical', status: 'contained' },
  ])
  expect((await get('/assets')).data).toHaveLength(4)
  expect((await get('/suppliers')).data).toHaveLength(3)
  expect((await get('/agent-runs')).data).toHaveLength(3)
  for (const [system, decision, reasons] of [
    ['Claims assistant', 'pass', []],
    ['Underwriting model', 'block', ['no_approved_run', 'attestation_missing']],
    ['Customer chat', 'block', ['open_drift_trigger']],
  ] as const) {
    const answer = await get(`/gate-status?ai_system_name=${encodeURIComponent(system)}`)
    expect([system, answer.decision, answer.reasons]).toEqual([system, decision, reasons])
  }

  // What the guide documents next is no agent of the sample.
  const [, agent] = /--identity (\S+)/.exec(await readFile('docs/pipelines.md', 'utf8'))!
  expect((await get(`/agent-runs?agent_identity=${agent}`)).data).toEqual([])

  // The log names the callers, and it verifies.
  const entries = (await get('/audit-entries?actor_kind=api_key&operation=submitEvaluations')).data
  expect(entries).toHaveLength(3)
  for (const { actor } of entries) expect(actor.name).toBe('sample data')
  const only = { ATTESTRY_DATA_DIR: env.ATTESTRY_DATA_DIR }
  const org = ['--org', made.organization.id]
  expect(await attestry(['audit', 'verify', ...org, '--json'], { env: only })).toMatchObject({ code: 0 })

  // A newcomer signs in and looks around.
  const browser = await openPage()
  try {
    const { page } = browser
    await page.goto(`${baseUrl}/console/`)
    await page.locator('input[name=email]').fill(made.admin.email)
    await page.locator('input[name=password]').fill(made.admin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await page.getByText(made.organization.name).first().waitFor()
    await page.getByText('Ransomware on the file server').first().waitFor()
    for (const [address, shown] of [
      ['#/incidents', 'Sign-in from two countries within an hour'],
      ['#/systems', 'Underwriting model'],
      ['#/assets', 'Claims database'],
      ['#/suppliers', 'Nordic Hosting'],
      ['#/triggers', 'send_email'],
      ['#/proposals', 'spreadsheet-helper'],
    ] as const) {
      await page.evaluate(`location.hash = ${JSON.stringify(address)}`)
      await page.getByText(shown).first().waitFor()
    }
    // Before signing in, there is no session.
    expect(browser.problems.filter((text) => !text.includes('status of 401'))).toEqual([])
  } finally {
    await browser.close()
  }
  await stop(first)

  // The same command again starts the existing installation and adds nothing.
  const again = await serve(env, '--sample')
  expect(await bootstrap()).toEqual(made)
  expect((await get('/incidents')).data).toHaveLength(incidents.length)
  expect((await attestry(['org', 'list', '--json'], { env: only })).json.data).toHaveLength(1)
  await stop(again)
})

test('--sample is refused for an installation with data, and for a database of one’s own', async () => {
  const { env, bootstrap } = await installation('own')
  const first = await serve(env)
  const made = await bootstrap()
  await stop(first)
  const refused = await attestry(['serve', '--sample'], { env })
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('fills an empty installation only'),
  })
  expect(refused.stderr.trim().split('\n')).toHaveLength(1)
  const only = { ATTESTRY_DATA_DIR: env.ATTESTRY_DATA_DIR }
  const organizations = (await attestry(['org', 'list', '--json'], { env: only })).json.data
  expect(organizations.map(({ id }: { id: string }) => id)).toEqual([made.organization.id])
  expect(await bootstrap()).toEqual(made)

  const elsewhere = { ...env, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }
  expect(await attestry(['serve', '--sample'], { env: elsewhere })).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('DATABASE_URL names another') },
  })
  expect(await attestry(['serve', 'gateway', '--sample'], { env })).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('all roles in one process') },
  })
})
