import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { expect, test } from 'vitest'
import { attestry } from '../../gateway/cli/main.ts'
import { readGatewayConfig } from '../../gateway/config.ts'
import { parseListen } from '../../services/kernel/config.ts'
import { SERVICE_NAMES } from '../../services/kernel/identity/access.ts'
import { compose, composeWorkloads, kubernetes, podWorkloads } from './support/manifests.ts'
import { ROOT, variablesRead } from './support/variables.ts'

const workloads = [...podWorkloads(), ...composeWorkloads()]
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')
const packageJson = JSON.parse(read('package.json'))

test.each(workloads)('$where: every environment variable that it sets is read by the code', ({ env }) => {
  const known = variablesRead()
  expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([])
})

test.each(workloads)('$where: its command line exists', async ({ args: [first, ...rest] }) => {
  const command = (await attestry()).commands.find((one) => one.name() === first)
  expect(command).toBeDefined()
  if (first === 'serve')
    for (const role of rest) expect(command!.registeredArguments[0]!.argChoices).toContain(role)
})

test.each(workloads)('$where: it runs unprivileged on a read-only root file system', ({ confined }) => {
  expect(confined).toBe(true)
})

const split = workloads.filter(({ args }) => args[0] === 'serve' && args.length === 2)

test.each(split)(
  '$where: it has the variables that its role needs, and its service URLs match',
  ({ where, args: [, role = ''], env, health }) => {
    expect(env).toHaveProperty('ATTESTRY_CLIENT_TOKEN')
    for (const file of ['CERT', 'KEY', 'CA']) expect(env).toHaveProperty(`ATTESTRY_TLS_${file}`)
    for (const name of SERVICE_NAMES)
      expect(env[`ATTESTRY_${name.toUpperCase()}_URL`]).toMatch(`https://${name}:`)
    if (role === 'gateway') {
      expect(env).not.toHaveProperty('DATABASE_URL')
      expect(() => readGatewayConfig(env)).not.toThrow()
      return
    }
    expect(env).toHaveProperty('DATABASE_URL')
    const name = `ATTESTRY_${role.toUpperCase()}_LISTEN`
    const { host, port } = parseListen(env[name]!, name)
    expect(host).toBe('0.0.0.0')
    expect(health).toBe(`https://127.0.0.1:${port}`)
    expect(new URL(env[`ATTESTRY_${role.toUpperCase()}_URL`]!).port, where).toBe(String(port))
  },
)

test('Kubernetes: every role has a Deployment of several pods, a Service on its ports, and a disruption budget', () => {
  const documents = kubernetes()
  for (const role of [...SERVICE_NAMES, 'gateway']) {
    const of = (kind: string) => documents.find((one) => one.kind === kind && one.metadata.name === role)
    const deployment = of('Deployment')
    const { labels } = deployment.spec.template.metadata
    const [container] = deployment.spec.template.spec.containers
    expect(deployment.spec.replicas).toBeGreaterThan(1)
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      expect(container).toHaveProperty(probe)
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(of('Service').spec.selector).toEqual(labels)
    const ports = container.ports.map(({ name }: { name: string }) => name)
    for (const { targetPort } of of('Service').spec.ports) expect(ports).toContain(targetPort)
  }
})

test('the ledger of each manifest can be given a mail server and private addresses; no other process gets these', () => {
  const sendsMail = ({ args: [command, role] }: (typeof workloads)[number]) =>
    command === 'serve' && (role ?? 'ledger') === 'ledger'
  expect(workloads.filter(sendsMail)).toHaveLength(3)
  const names = ['ATTESTRY_SMTP_URL', 'ATTESTRY_SMTP_FROM', 'ATTESTRY_NOTIFICATION_ADDRESSES']
  for (const one of workloads)
    expect(
      names.filter((name) => name in one.env),
      one.where,
    ).toEqual(sendsMail(one) ? names : [])
})

test('no manifest contains a secret: secrets are references', () => {
  const texts = [...globSync('deploy/**/*.yaml', { cwd: ROOT }).map(read), read('deploy/Containerfile')]
  for (const text of texts) {
    expect(text).not.toMatch(/kind: Secret\b/)
    expect(text).not.toMatch(/postgres:\/\/\w+:(?!\$\{)\w/)
  }
  expect(compose().services.postgres.environment.POSTGRES_PASSWORD).toMatch(/^\$\{/)
})

test('the Compose file passes every setting of the key service to the processes that use it, and its credentials to no other', () => {
  const settings = [...read('docs/operations.md').matchAll(/`((?:ATTESTRY_KMS|AWS)_[A-Z_]+)`/g)].map(
    ([, name]) => name!,
  )
  const named = new Set(settings.filter((name) => name !== 'AWS_DEFAULT_REGION'))
  expect(named.size).toBeGreaterThan(6)
  const { attestry: one, ledger, ingestion, ...others } = compose().services
  for (const { environment } of [one, ledger, ingestion])
    expect([...named].filter((name) => environment[name] !== `\${${name}:-}`)).toEqual([])
  for (const { environment = {} } of Object.values<{ environment?: object }>(others))
    expect(
      Object.keys(environment).filter((name) => name.startsWith('AWS_') && name !== 'AWS_REGION'),
    ).toEqual([])
})

test('the image has the Node.js of the tests, and .dockerignore keeps every file that it copies', () => {
  const text = read('deploy/Containerfile')
  expect(text).toContain(`node:${packageJson.optionalDependencies.node}-`)
  const ignored = read('.dockerignore')
  const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  )
  expect(copied.length).toBeGreaterThan(5)
  for (const source of copied) {
    expect(existsSync(`${ROOT}${source}`), source).toBe(true)
    const parts = source.split('/')
    const within = parts.map((_, i) => `\n!${parts.slice(0, i + 1).join('/')}\n`)
    expect(
      within.some((line) => ignored.includes(line)),
      source,
    ).toBe(true)
  }
})

test('the systemd unit starts an existing script by a program that passes SIGTERM on', () => {
  const unit = read('deploy/systemd/attestry.service')
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(unit)!
  const [node, script, command] = line.replaceAll('/opt/attestry/', '').split(' ')
  expect([node, command]).toEqual(['node_modules/.bin/node', 'serve'])
  expect(existsSync(`${ROOT}${script}`)).toBe(true)
  const [, environment = ''] = /^Environment=(.*)$/m.exec(unit)!
  const own = [...environment.matchAll(/\b(ATTESTRY_\w+)=/g)].map(([, name]) => name)
  expect(own.length).toBeGreaterThan(0)
  expect(own.filter((name) => !variablesRead().has(name!))).toEqual([])
})

test('the image and the systemd unit limit the memory of a process in the same way', () => {
  const settings = (path: string): string[] =>
    [...read(path).matchAll(/\b(?:MALLOC|NODE_OPTIONS)\w*=\S+/g)].map(([setting]) => setting)
  expect(settings('deploy/systemd/attestry.service')).toEqual(settings('deploy/Containerfile'))
  expect(settings('deploy/Containerfile')).toContain('NODE_OPTIONS=--max-semi-space-size=16')
})

test('production code imports only production dependencies', () => {
  const allowed = new Set([...Object.keys(packageJson.dependencies), ...builtinModules])
  const sources = globSync('{services,gateway,verifier/dist,proto/gen}/**/*.{ts,mjs}', { cwd: ROOT })
  const built = ['gateway/console/', 'gateway/cli/bundle/build.mjs']
  const run = (path: string) =>
    path === 'gateway/console/surface.ts' ||
    (!/\.(test|fixture)\.ts$|assets\//.test(path) && !built.some((start) => path.startsWith(start)))
  const checked = sources.filter(run)
  expect(checked.length).toBeGreaterThan(1000)
  for (const path of checked) {
    for (const [, name = ''] of read(path).matchAll(
      /(?:\bfrom |^import |\bimport\()['"]([^'".][^'"]*)['"]/gm,
    )) {
      const [scope = '', second] = name.split('/')
      const dependency = name.startsWith('@') ? `${scope}/${second}` : scope
      if (!dependency.startsWith('node:')) expect(allowed, `${path} imports ${name}`).toContain(dependency)
    }
  }
})
