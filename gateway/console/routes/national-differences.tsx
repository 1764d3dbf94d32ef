import { create, toJsonString } from '@bufbuild/protobuf'
import type { ReactNode } from 'react'
import { type Regime, RegimeSchema } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type NationalDifference,
  NationalDifferenceSchema,
  ObligationService,
  type ReportingSettings,
} from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { Action } from '../components/forms/action.tsx'
import type { Field } from '../components/forms/field.ts'
import type { Values } from '../components/forms/values.ts'
import { type Column, Table } from '../components/lists/table.tsx'
import { Card } from '../components/page.tsx'
import { Empty } from '../components/states.tsx'
import { choicesOf, plural } from '../language/words.ts'
import { reportOf, stepOf } from './incidents/report-of.ts'
import { STEPS_OF } from './incidents/steps-of-laws.ts'

/** The differences of national laws: another deadline of a report, or a further recipient. */
export function NationalDifferences({ settings }: { settings: ReportingSettings }): ReactNode {
  const { differences } = settings
  return (
    <Card
      title="National differences"
      about="Another deadline of a report, or a further recipient, where a national law has one."
      actions={<Add settings={settings} />}
      flush
    >
      {differences.length === 0 ? (
        <Empty title="None.">The deadlines of the EU’s laws are used.</Empty>
      ) : (
        <Table
          caption="National differences"
          columns={COLUMNS}
          rows={rowsOf(differences)}
          id={({ key }) => key}
          actions={(row) => <Remove settings={settings} row={row} />}
        />
      )}
    </Card>
  )
}

/** A difference, with a key that identifies it: it may be at another place in the next version of the settings. */
type Row = NationalDifference & { key: string }

function rowsOf(differences: readonly NationalDifference[]): Row[] {
  const seen = new Map<string, number>()
  return differences.map((one) => {
    const text = toJsonString(NationalDifferenceSchema, one)
    seen.set(text, (seen.get(text) ?? 0) + 1)
    return { ...one, key: `${seen.get(text)} ${text}` }
  })
}

/** Returns the differences without one of them. */
function without(differences: readonly NationalDifference[], key: string): NationalDifference[] {
  const keys = rowsOf(differences).map((row) => row.key)
  return differences.filter((_, place) => keys[place] !== key)
}

/**
 * The settings with which a form begins. They are sent whole, with their own version. After a refusal the settings of the newer
 * version may not have been fetched, and the version that is sent MUST NOT be newer than the settings.
 */
export const shown = (settings: ReportingSettings, version: number): ReportingSettings => ({
  ...settings,
  version: Math.min(version, settings.version),
})

const COLUMNS: Column<Row>[] = [
  { label: 'Report', cell: reportOf },
  { label: 'Due after', cell: afterOf },
  { label: 'To', cell: ({ recipient }) => recipient || 'the usual recipient' },
  { label: 'Article', kind: 'long', cell: ({ article }) => article },
  {
    label: 'Valid',
    cell: ({ validFrom, validUntil }) => (
      <>
        {validFrom !== '' && `from ${validFrom} `}
        {validUntil !== '' && `before ${validUntil}`}
      </>
    ),
  },
]

function afterOf({ amount, unit }: NationalDifference): string {
  if (amount === 0) return 'the usual time'
  if (unit === 'hours') return plural(amount, 'hour')
  return unit === 'days' ? plural(amount, 'day') : plural(amount, 'month')
}

function Remove({ settings, row }: { settings: ReportingSettings; row: Row }): ReactNode {
  return (
    <Action
      method={ObligationService.method.updateReportingSettings}
      label="Remove"
      title={`Remove the difference of ${reportOf(row)}`}
      tone="bad"
      about="Obligations follow at once. The difference stays in the earlier versions of the settings."
      version={settings.version}
      request={(_, version) => ({
        settings: { ...shown(settings, version), differences: without(settings.differences, row.key) },
      })}
      done="The settings are recorded."
    />
  )
}

function Add({ settings }: { settings: ReportingSettings }): ReactNode {
  return (
    <Action
      method={ObligationService.method.updateReportingSettings}
      label="Add a difference"
      confirm="Save"
      title="Add a difference of a national law"
      about="Obligations follow at once."
      fields={FIELDS}
      version={settings.version}
      request={(values, version) => ({
        settings: {
          ...shown(settings, version),
          differences: [...settings.differences, differenceOf(values)],
        },
      })}
      done="The settings are recorded."
    />
  )
}

const FIELDS: Field[] = [
  { name: 'regime', label: 'Law', kind: 'select', options: choicesOf(RegimeSchema) },
  ...STEPS_OF.map(
    ([regime, steps]): Field => ({
      name: 'step',
      label: 'Report',
      kind: 'select',
      options: steps.map((step) => [step, stepOf(step)] as const),
      when: { regime: [String(regime)] },
    }),
  ),
  {
    name: 'recipient',
    label: 'Further recipient',
    hint: 'Empty: the deadline of the usual recipient differs.',
  },
  {
    name: 'unit',
    label: 'Deadline',
    kind: 'select',
    value: 'hours',
    options: [
      ['hours', 'Another one, in hours'],
      ['days', 'Another one, in days'],
      ['months', 'Another one, in months'],
      ['', 'The usual one, for a further recipient'],
    ],
  },
  {
    name: 'amount',
    label: 'How many',
    kind: 'number',
    required: true,
    min: 1,
    max: 8760,
    when: { unit: ['hours', 'days', 'months'] },
  },
  { name: 'article', label: 'Article', hint: 'The article of the national law.' },
  {
    name: 'validFrom',
    label: 'From',
    kind: 'date',
    hint: 'For awareness on this day or later. Empty: always.',
  },
  {
    name: 'validUntil',
    label: 'Before',
    kind: 'date',
    hint: 'For awareness before this day. Empty: always.',
  },
]

function differenceOf(values: Values): NationalDifference {
  const unit = values.text('unit')
  return create(NationalDifferenceSchema, {
    regime: values.chosen<Regime>('regime'),
    step: values.text('step'),
    recipient: values.text('recipient'),
    unit,
    amount: unit === '' ? 0 : values.number('amount'),
    article: values.text('article'),
    validFrom: values.text('validFrom'),
    validUntil: values.text('validUntil'),
  })
}
