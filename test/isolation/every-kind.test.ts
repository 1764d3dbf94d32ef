import { expect, test } from 'vitest'
import { byClient, byPerson } from './support/ask.ts'
import { expectNothing, ofClients, ofPeople } from './support/matrix.ts'
import { leaksIn, twoOrganizations } from './support/two.ts'

/*
 * matrix.test.ts tries each field with things of the likely kinds and with some of the others, this file with things of every kind:
 * thousands of calls.
 */

const two = twoOrganizations()

test.each(ofClients)(
  '%s, as a service client: another organization’s id of any kind answers as an unknown id',
  async (_, method, path) => {
    await expectNothing(two, path, (id) => byClient(two, method, 'other', path, id))
  },
)

test.each(ofPeople)(
  '%s: another organization’s id of any kind answers as an unknown id',
  async (_, method, path) => {
    await expectNothing(two, path, (id) => byPerson(two, method, two.other, path, id))
  },
)

test('no answer to the other organization contained anything of the owner', () => {
  expect(two.answers.length).toBeGreaterThan(1000)
  expect(two.answers.filter((text) => leaksIn(text, two).length > 0)).toEqual([])
})
