// Writes src/api.ts: the types of the OpenAPI document, by openapi-typescript. `--check` compares and writes nothing.
import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import '../../test/openapi/clients/earlier-typescript.mjs'
import { openapiDocument } from '../../gateway/openapi/document.ts'
import { OPERATIONS } from '../../gateway/operations/index.ts'

const { default: openapiTS, astToString } = await import('openapi-typescript')
const document = openapiDocument(OPERATIONS, 'https://attestry.example.com')
const types = astToString(await openapiTS(JSON.stringify(document)))
const text = `// Generated from the OpenAPI document by clients/typescript/generate.mjs. Do not edit.\n\n${types}`
const file = new URL('src/api.ts', import.meta.url)
if (!process.argv.includes('--check')) await writeFile(file, text)
else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  process.stderr.write(
    'clients/typescript/src/api.ts is not what the API makes: npx node clients/typescript/generate.mjs\n',
  )
  process.exitCode = 1
}
