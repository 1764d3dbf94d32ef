import { expect, test } from 'vitest'
import { isInformational, severityOfNumber, severityOfWord, strictSeverity } from './severity.ts'

test('strictSeverity accepts exactly the five native words', () => {
  for (const word of ['low', 'medium', 'high', 'critical', 'unknown']) expect(strictSeverity(word)).toBe(word)
  for (const other of [
    'High',
    ' high',
    'informational',
    '',
    4,
    null,
    undefined,
    {},
    ['high'],
    'constructor',
  ]) {
    expect(strictSeverity(other)).toBe('unknown')
  }
})

test('products’ severity words are read in any case, informational as low, and meaningless ones as null', () => {
  expect(['Informational', 'INFO', 'Low'].map(severityOfWord)).toEqual(['low', 'low', 'low'])
  expect(['warning', 'Medium', 'error', 'HIGH', ' Critical '].map(severityOfWord)).toEqual([
    'medium',
    'medium',
    'high',
    'high',
    'critical',
  ])
  expect(['unknown', 'banana', '', 7, null, 'constructor', '__proto__'].map(severityOfWord)).toEqual([
    'unknown',
    ...Array(6).fill(null),
  ])
})

test('severity bands include their lower bound, accept numeric text, and give null for others', () => {
  const bands = [
    { from: 0, severity: 'low' },
    { from: 7, severity: 'high' },
  ] as const
  expect([0, 6.9, 7, 99, '7', '6.5'].map((value) => severityOfNumber(value, bands))).toEqual([
    'low',
    'low',
    'high',
    'high',
    'high',
    'low',
  ])
  for (const value of [-1, 'seven', '', null, Number.NaN, {}, [7], '1e9', 8n]) {
    expect(severityOfNumber(value, bands)).toBeNull()
  }
})

test('isInformational tells informational words from low', () => {
  expect(['Informational', 'info', ' INFORMATION ', 'debug'].map(isInformational)).toEqual(
    Array(4).fill(true),
  )
  expect(['low', 'notice', 'none', '', 1, null].map(isInformational)).toEqual(Array(6).fill(false))
})
