import { expect, test } from 'vitest'
import type { State } from './state.ts'
import { stateOf } from './state-words.ts'

const OVER: readonly (readonly [State, ...string[]])[] = [
  [
    'resolved',
    'Resolved',
    'RESOLVED',
    'STATUS_040_RESOLVED_KNOWN_ISSUE',
    'STATUS_090_RESOLVED_TRUE_POSITIVE',
  ],
  [
    'resolved',
    'resolved_threat_handled',
    'resolved_auto_resolve',
    'resolved_security_testing',
    'Auto-Resolved',
  ],
  [
    'resolved',
    'Automatically resolved',
    'resolved by user',
    'resolvedDuplicate',
    'RECOVERY',
    'OK',
    'Fixed',
    'Cleared',
  ],
  [
    'closed',
    'Closed',
    'CLOSED',
    'Closed/Resolved',
    'Closed Complete',
    'Closed Incomplete',
    'closed unsuccessful',
  ],
  [
    'closed',
    'Closed - no action required',
    'Closed (won’t fix)',
    'Closed - True Positive',
    'Done',
    'Cancelled',
    'INACTIVE',
  ],
  [
    'closed',
    'closed_by_user',
    'Closed: not an incident',
    'closed_no_repro',
    'closed_out_of_scope',
    'Closed: Unresolved',
    'Redirected',
    'COMPLETED',
    'Completed successfully',
  ],
  [
    'closed',
    'closed_tracked_externally',
    'Closed by caller',
    'Closed - TP',
    'Closed - Expected behaviour',
    'Closed - no threat found',
    'Closed - Not applicable',
    'Inactive',
    'Deactivated by admin',
  ],
  ['false_positive', 'False Positive', 'falsePositive', 'FALSE_POSITIVE', 'fp', 'Benign', 'BenignPositive'],
  ['false_positive', 'ClosedFalsePositive', 'Closed False Alarm', 'STATUS_060_RESOLVED_FALSE_POSITIVE'],
  [
    'false_positive',
    'Benign Positive - Suspicious But Expected',
    'False Positive - Incorrect Analytic Logic',
  ],
  ['false_positive', 'Marked as benign', 'Confirmed false positive', 'Benign True Positive'],
  ['suppressed', 'Dismissed', 'auto_dismissed', 'ARCHIVED', 'ignored', 'Suppressed', 'deleted'],
  ['suppressed', 'snoozed', 'MUTED', 'Silenced'],
  ['closed', 'Duplicate', 'DUPLICATE', 'Merged', 'informationalExpectedActivity'],
  ['passed', 'PASS', 'Passed', 'NotApplicable', 'NOT_APPLICABLE'],
]

test.each(OVER)('the state words of %s have the state %s', (state, ...texts) => {
  for (const text of texts) expect([text, stateOf(text)]).toEqual([text, state])
})

test.each([
  ...[
    'Not a false positive',
    'Potential false positive',
    'Possible False Positive',
    'Pending False Positive (review)',
  ],
  ...[
    'False positive rejected',
    'probable_false_positive',
    'Suspected benign',
    'BenignOverridden',
    'Not benign',
  ],
  ...['Resolved - reopened', 'Unresolved', 'Not resolved', 'To be resolved', 'RESOLVED_PENDING_VERIFICATION'],
  ...[
    'close failed',
    'Closed, reopened',
    'Not closed',
    'Close pending',
    'To close',
    'Closing',
    'Action required: closed',
  ],
  ...['Completed with errors', 'Completed with violations', 'Done - quarantine failed', 'Scan completed'],
  ...['User deleted', 'Rule dismissed the request', 'OK but degraded', 'Abnormal', 'Not ok', 'Fixed in part'],
  ...['Not a duplicate', 'Duplicate suspected', 'Muted speaker', 'Unmuted'],
  ...['Fixed, unresolved', 'Recovery unsuccessful', 'Remediated - incomplete', 'Done - unsuccessful'],
  ...['Deleted user', 'Deactivated detection rule', 'Inactive user', 'OK alert', 'Normal risk'],
  ...[
    'Not passed',
    'Passed with warnings',
    'Bypassed',
    'True Positive',
    'Open',
    'New',
    'In Progress',
    '',
    'Неизвестно',
  ],
  ...['Disabled', 'Off', 'Terminated', 'Finished', 'Reopened'],
  // Labels of other languages count only in the fields of some products.
  ...['Gelöst', 'Geschlossen', 'Résolu', '解決', '已关闭', 'Kapalı', '終了', '已結束'],
])('the state "%s" is open', (text) => {
  expect(stateOf(text)).toBeNull()
})

test('a value that is not a state word is open', () => {
  for (const value of [null, undefined, 0, true, {}, [], `closed ${'by '.repeat(30)}user`])
    expect(stateOf(value)).toBeNull()
})
