import { valueAt } from '../../../fields.ts'
import { hashOf, hashOfSubject } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, object } from '../recognition.ts'
import { when } from '../state.ts'

const SUITES = ['suite_name', 'meta.expectation_suite_name']
/** The data that was validated. Versions before 1 have other fields. */
const DATA = [
  ...['meta.active_batch_definition.datasource_name', 'meta.active_batch_definition.data_asset_name'],
  ...['meta.batch_kwargs.datasource', 'meta.batch_spec.table_name'],
]

/** A validation result of Great Expectations: whether data meets the expectations of a suite. It is not graded. */
export const greatExpectations: Product = {
  id: 'great_expectations',
  name: 'Great Expectations',
  source:
    'great-expectations/great_expectations, core/expectation_validation_result.py and tests/render/fixtures; https://docs.greatexpectations.io, "Validation Result"',
  forms: [
    [
      ...[has('statistics.evaluated_expectations'), has('success'), has('results'), object('meta')],
      hasOneOf(...SUITES),
    ],
  ],
  title: SUITES.map(
    (suite) =>
      `{${suite}}: {statistics.successful_expectations} of {statistics.evaluated_expectations} expectations met`,
  ),
  titleStandIn: SUITES.map((suite) => `Validation by {${suite}}`),
  description: ['result_url', 'meta.active_batch_definition.data_asset_name'],
  severity: [],
  time: ['meta.validation_time', 'meta.run_id.run_time'],
  systems: ['meta.active_batch_definition.data_asset_name'],
  identity: {
    of: hashOf(
      ...[
        ...SUITES,
        ...DATA,
        'meta.run_id',
        'meta.validation_id',
        'meta.batch_markers',
        'meta.validation_time',
      ],
      ...['batch_id', 'success', 'meta.active_batch_definition.batch_identifiers'],
    ),
    // A suite alone is no subject: it validates several tables.
    closes: (result) =>
      valueAt(result, ...DATA) === undefined
        ? null
        : (SUITES.map((suite) => hashOfSubject(suite, ...DATA)(result)).find(Boolean) ?? null),
    why: 'The id is often absent. Identity: suite, data, run, validation, batch and success. A later validation that succeeds finds its alert by suite and data.',
  },
  state: [when('success', [true], 'passed')],
}
