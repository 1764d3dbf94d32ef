import { afterAll, beforeAll, expect, test } from 'vitest'
import { REGISTERS } from '../../clients/cli/src/register/columns.ts'
import { columnsOf } from '../../gateway/console/components/lists/import-rows.ts'
import { CreateAssetRequestSchema } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { CreateSupplierRequestSchema } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { pipeline } from './pipeline.ts'
import { scratch } from './samples.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())
const written = scratch()

const imported = (what: 'assets' | 'suppliers', files: string[], env: NodeJS.ProcessEnv = {}) =>
  pipeline(['import', what, ...files], {
    ATTESTRY_URL: at.baseUrl,
    ATTESTRY_API_KEY: at.organization.key,
    ...env,
  })
const registered = async (what: 'assets' | 'suppliers') =>
  (await call(at.baseUrl, `/api/v1/${what}?limit=100`, { key: at.organization.key })).body.data

const HEADING = 'name,asset_type,classification,business_criticality,hosted_in_eu,contains_personal_data\n'

test.each([
  ['assets', CreateAssetRequestSchema],
  ['suppliers', CreateSupplierRequestSchema],
] as const)('the columns of attestry import %s are the fields of the API', (name, schema) => {
  const columns = Object.entries(REGISTERS[name].columns).map(([column, rule]) => ({
    name: column,
    required: rule.required === true,
    words: rule.isFlag === true ? ['true', 'false', 'yes', 'no'] : [...(rule.words ?? [])],
  }))
  expect(columns).toEqual(columnsOf(schema))
})

test('attestry import assets registers each row once, however often it is run within a day', async () => {
  const file = await written(
    'assets.csv',
    `\ufeff${HEADING}"Customers; ""main""\nof all",database,Confidential,critical,yes,true\r\n\r\nMail,service,internal,low,,no\n`,
  )
  const dry = await imported('assets', [file, '--dry-run'], { ATTESTRY_API_KEY: '' })
  expect(dry).toMatchObject({ code: 0, stdout: '2 assets would be imported\n', stderr: '' })
  expect(await registered('assets')).toEqual([])
  expect(await imported('assets', [file])).toMatchObject({ code: 0, stdout: '2 assets imported\n' })
  expect(await registered('assets')).toMatchObject([
    { name: 'Mail', asset_type: 'service', hosted_in_eu: false, contains_personal_data: false },
    { name: 'Customers; "main"\nof all', classification: 'confidential', hosted_in_eu: true },
  ])
  // The rows of a list that has grown, in another form.
  const more = await written(
    'more.jsonl',
    [
      '{"name":"Mail","asset_type":"service","classification":"internal","business_criticality":"low","contains_personal_data":false}',
      '{"name":"Shop","asset_type":"service","classification":"internal","business_criticality":"low"}',
    ].join('\n'),
  )
  const again = await imported('assets', [more, file, '--json'])
  // The same row in two files of one list is a mistake.
  expect(again).toMatchObject({ code: 2, stdout: '' })
  expect(again.stderr).toContain(`${file}: line 5: is the same as ${more}: line 1`)
  expect(JSON.parse((await imported('assets', [more, '--json'])).stdout)).toEqual({
    rows: 2,
    created: 1,
    already: 1,
  })
  expect(await registered('assets')).toHaveLength(3)
})

test('attestry import skips rows that are registered already, unless duplicates are allowed', async () => {
  const file = await written(
    'old.csv',
    `${HEADING}Archive,service,internal,low,,\nVault,service,internal,low,,\n`,
  )
  expect(await imported('assets', [file])).toMatchObject({ code: 0, stdout: '2 assets imported\n' })
  const before = await registered('assets')
  // Another key has no answers of the first one: so it is after 24 hours.
  const keys = controlClient(at.baseUrl, KeyService, at.organization.admin.session)
  const { secret } = await keys.createKey({ name: 'later', permissions: ['assets:read', 'assets:write'] })
  const later = { ATTESTRY_API_KEY: secret }
  expect(await imported('assets', [file], later)).toMatchObject({
    ...{ code: 0, stdout: '0 assets imported, 2 registered already\n', stderr: '' },
  })
  const changed = await written(
    'changed.csv',
    `${HEADING}Archive,database,internal,low,,\nVault,service,restricted,high,,\n`,
  )
  const ran = await imported('assets', [changed, '--json'], later)
  expect(JSON.parse(ran.stdout)).toEqual({ rows: 2, created: 1, already: 1 })
  expect(ran.stderr).toBe(
    `attestry: ${changed}: line 3: is registered with another classification, business_criticality; it stays as it is\n`,
  )
  expect(await registered('assets')).toHaveLength(before.length + 1)

  const twice = await written(
    'same-name.csv',
    `${HEADING}Ward,service,internal,low,,\nWard,service,public,low,,\n`,
  )
  const refused = await imported('assets', [twice], later)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(
    `${twice}: line 3: has the name and asset_type of ${twice}: line 2; --allow-duplicates registers both`,
  )
  expect(await imported('assets', [twice, file, '--allow-duplicates'], later)).toMatchObject({
    ...{ code: 0, stdout: '4 assets imported\n' },
  })
  expect(await registered('assets')).toHaveLength(before.length + 5)
})

test('attestry import suppliers reads a CSV file with semicolons', async () => {
  const file = await written(
    'suppliers.csv',
    'Name;Category;Contact_Email;Service_Description\nCloud Nord;critical;soc@cloud.example;Hosting, backups\nPaper;standard;;\n',
  )
  expect(await imported('suppliers', [file])).toMatchObject({ code: 0, stdout: '2 suppliers imported\n' })
  expect(await registered('suppliers')).toMatchObject([
    { name: 'Paper', category: 'standard' },
    { name: 'Cloud Nord', contact_email: 'soc@cloud.example', service_description: 'Hosting, backups' },
  ])
})

test('attestry import names every problem by its line, and then sends nothing', async () => {
  const before = await registered('assets')
  const file = await written(
    'wrong.csv',
    `${HEADING.trim()},owner\n"Two\nlines",Data Base,secret,low,maybe,,me\n,service,public,low,,,\nGood,service,public,low,,,\n`,
  )
  const { code, stdout, stderr } = await imported('assets', [file])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  const lines = stderr.trim().split('\n')
  expect(lines.filter((line) => line.includes('line 2: '))).toHaveLength(4)
  expect(lines).toContain(
    `attestry: ${file}: line 2: classification: must be one of public, internal, confidential, restricted`,
  )
  expect(lines).toContain(`attestry: ${file}: line 4: name: is required`)
  expect(lines).toContain(`attestry: ${file}: line 5: owner: there is no such column`)
  expect(lines.at(-1)).toBe('attestry: 7 problems found; nothing was sent')
  expect(await registered('assets')).toEqual(before)
})

test.each([
  ['open-quote.csv', `${HEADING}"Mail,service,internal,low,,\n`, 2, 'is not CSV: '],
  ['inner-quote.csv', `${HEADING}Mail "main",service,internal,low,,\n`, 2, 'inner-quote.csv: is not CSV: '],
  ['list.json', '[{"name":"Mail"}]', 2, 'list.json: is not CSV: '],
  ['nameless.csv', 'name;category;;\nPaper;standard;;\n', 2, 'line 1: has several columns without a name'],
  ['cells.csv', `${HEADING}Mail,service,internal,low,,,,\n`, 2, 'line 2: has 8 cells; the first line has 6'],
  ['twice.csv', 'name,name\nMail,Mail\n', 2, 'line 1: names the column name twice'],
  ['latin.csv', Buffer.from(`${HEADING}B\xfccher,service,internal,low,,\n`, 'latin1'), 2, 'is not UTF-8'],
  ['broken.jsonl', '{"name":"Mail"}\n{"name"\n', 2, 'line 2: is not JSON'],
  ['list.jsonl', '{"name":["Mail"]}\n', 2, 'line 1: name: must be a text'],
  ['empty.csv', HEADING, 5, 'there is no row in the files'],
])('attestry import refuses %s, and sends nothing', async (name, content, code, said) => {
  const ran = await imported('assets', [await written(name, content)])
  expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout: '' })
  expect(ran.stderr).toContain(said)
})

test('attestry import names a server’s refusal by its line, with the number of registered rows', async () => {
  const file = await written(
    'mail.jsonl',
    '{"name":"First","category":"standard"}\n\n{"name":"Second","category":"standard","contact_email":"nobody"}\n',
  )
  const { code, stderr } = await imported('suppliers', [file])
  expect(code).toBe(2)
  expect(stderr).toContain(`${file}: line 3: refused: `)
  expect(stderr).toContain('contact_email')
  expect(stderr).toContain('1 of the rows before it are registered; import the same files again')
})

test('attestry import exits with 3 for a key that may not register assets', async () => {
  const keys = controlClient(at.baseUrl, KeyService, at.organization.admin.session)
  const { secret } = await keys.createKey({ name: 'reads', permissions: ['assets:read'] })
  const file = await written('one.csv', `${HEADING}Never,service,internal,low,,\n`)
  const { code, stderr } = await imported('assets', [file], { ATTESTRY_API_KEY: secret })
  expect(code).toBe(3)
  expect(stderr).toContain('line 2: the API key does not allow this')
})

test('attestry import with a key that may not read the register needs --allow-duplicates', async () => {
  const keys = controlClient(at.baseUrl, KeyService, at.organization.admin.session)
  const { secret } = await keys.createKey({ name: 'writes', permissions: ['suppliers:write'] })
  const file = await written('writes.csv', 'name,category\nWrites,standard\n')
  const only = { ATTESTRY_API_KEY: secret }
  const ran = await imported('suppliers', [file], only)
  expect(ran.code).toBe(3)
  expect(ran.stderr).toContain('give the key suppliers:read too, or import with --allow-duplicates')
  expect(await imported('suppliers', [file, '--allow-duplicates'], only)).toMatchObject({ code: 0 })
})

test('attestry import compares with every page of the register', async () => {
  const rows = Array.from({ length: 203 }, (_, n) => `Many ${n},standard,${n}`)
  const file = await written('many.csv', `name,category,org_number\n${rows.join('\n')}\n`)
  const keys = controlClient(at.baseUrl, KeyService, at.organization.admin.session)
  const { secret } = await keys.createKey({
    ...{ name: 'pages', permissions: ['suppliers:read', 'suppliers:write'], rateLimit: 10_000 },
  })
  const env = { ATTESTRY_API_KEY: secret }
  expect(await imported('suppliers', [file], env)).toMatchObject({ code: 0 })
  const oldest = await written(
    'oldest.csv',
    'name,category,org_number\nMany 0,standard,0\nMany 1,standard,other\n',
  )
  expect(await imported('suppliers', [oldest], env)).toMatchObject({
    ...{ code: 0, stdout: '1 supplier imported, 1 registered already\n' },
  })
})
