import { expect, test } from 'vitest'
import { findingSubject } from '../../kernel/audit/finding-subject.ts'
import { type Finding, finding, findingRecord, onePerSubject, subjectOf } from './finding.ts'

const ABOUT = {
  systemId: 'system',
  profileId: 'profile',
  agentIdentity: 'agent',
  toolName: 'tool',
  modelName: 'model',
  modelVersion: '1',
  metricName: 'metric',
}

test.each<[kind: Finding['kind'], parts: (keyof typeof ABOUT)[]]>([
  ['tool', ['profileId', 'toolName']],
  ['gap', ['agentIdentity']],
  ['version', ['profileId', 'modelName', 'modelVersion']],
  ['drift', ['systemId', 'metricName']],
])('the record of a finding gives its subject, by which its notifications find it: %s', (kind, parts) => {
  const one = finding(kind, 'source', ABOUT)
  const record = JSON.parse(findingRecord('organization', 'id', one, new Date(0)))
  expect(findingSubject(record)).toBe(subjectOf(one))
  const others = Object.keys(ABOUT).filter(
    (part) => subjectOf({ ...one, [part]: 'other' }) !== subjectOf(one),
  )
  expect(others.sort()).toEqual([...parts].sort())
  expect(onePerSubject([one, { ...one, sourceId: 'later' }])).toMatchObject([{ sourceId: 'later' }])
})
