import { expect, test } from 'vitest'
import { readViews, writeViews } from './stored-views.ts'

test('stored views read back, and invalid ones are left out', () => {
  const views = [{ name: 'Mine', search: { owner: 'me', status: 'active' } }]
  expect(readViews(writeViews(views))).toEqual(views)
  for (const stored of [null, '', '{', 'null', '7', '{"name":"a"}']) expect(readViews(stored)).toEqual([])
  expect(
    readViews('[1,null,{"name":1,"search":{}},{"name":"a","search":{"b":2}},{"name":"a","search":null}]'),
  ).toEqual([])
})
