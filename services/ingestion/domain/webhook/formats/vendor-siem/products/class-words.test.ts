import { expect, test } from 'vitest'
import { wordsOf } from './class-words.ts'

test.each([
  ['AutomatedLeadSummaryEvent', 'Automated lead summary event'],
  ['RUNTIME_DETECTIONS', 'Runtime detections'],
  ['CSPMSearchStreamingEvent', 'CSPM search streaming event'],
  ['M365SensitivityLabel', 'M365 sensitivity label'],
  ['unlikelyTravel', 'Unlikely travel'],
  ['FirewallAggregated_Event', 'Firewall aggregated event'],
  ['IAM', 'Iam'],
  ['Two words', 'Two words'],
  ['user.account.lock', 'user.account.lock'],
  ['___', ''],
])('the class name %s is read as "%s"', (name, words) => expect(wordsOf(name)).toBe(words))
