import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { NEXT_STEP } from '../../clients/cli/src/gate/formats/decision.ts'

test('the API’s document says for each reason of the gate what to do next, as the command does', async () => {
  const document = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const table = document.slice(document.indexOf('| Code | Meaning | Next |'))
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2)
  const said = rows.map((row) => row.split(' | ')).map(([code, , next]) => [code!.match(/\w+/)![0], next])
  expect(Object.fromEntries(said)).toEqual(
    Object.fromEntries(Object.entries(NEXT_STEP).map(([code, next]) => [code, `${next} |`])),
  )
})
