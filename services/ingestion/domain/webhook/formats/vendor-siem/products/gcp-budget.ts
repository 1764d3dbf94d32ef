import { valueAt } from '../../../fields.ts'
import { decimal } from '../../../own.ts'
import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { rule } from '../state.ts'

/**
 * A budget notification of Google Cloud, which is sent several times a day. The budget was exceeded only if it names a
 * threshold.
 */
export const gcpBudget: Product = {
  id: 'gcp_budget',
  name: 'Google Cloud Billing',
  source:
    'https://cloud.google.com/billing/docs/how-to/budgets-programmatic-notifications#notification_format',
  forms: [[has('budgetDisplayName'), has('costAmount'), has('budgetAmount')]],
  title: [
    'Budget {budgetDisplayName}: {costAmount} of {budgetAmount} {currencyCode}',
    'Budget {budgetDisplayName}',
  ],
  severity: [],
  // The start of the period is not the time at which the threshold was exceeded.
  time: [],
  systems: [],
  identity: {
    of: hashOf(
      ...['budgetDisplayName', 'costIntervalStart', 'budgetAmount', 'currencyCode'],
      ...['alertThresholdExceeded', 'forecastThresholdExceeded'],
    ),
    why: 'An alert has no id. Identity: budget, period, amount, currency and the thresholds that were exceeded. Later notifications repeat them with another cost.',
  },
  state: [
    rule(
      (alert) =>
        THRESHOLDS.some((path) => (decimal(valueAt(alert, path)) ?? 0) > 0) ? null : 'informational',
      'alertThresholdExceeded',
    ),
  ],
}

const THRESHOLDS = ['alertThresholdExceeded', 'forecastThresholdExceeded']
