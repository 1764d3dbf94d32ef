import { useQuery } from '@connectrpc/connect-query'
import { type ReactNode, useState } from 'react'
import {
  type GetSuiteOutcomeResponse,
  type Suite,
  SuiteOutcomeSchema,
  SuiteService,
  SuiteStatusSchema,
  type ThresholdOutcome,
} from '../../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import type { System } from '../../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { useList } from '../../api/list.ts'
import { Badge, EnumBadge } from '../../components/badge.tsx'
import { CompareStates, type State } from '../../components/comparison/side-by-side.tsx'
import { type Column, ListTable, Table } from '../../components/lists/table.tsx'
import { Card } from '../../components/page.tsx'
import { InTheLog } from '../../components/record-id.tsx'
import { Empty, Failed, Loaded } from '../../components/states.tsx'
import { When } from '../../components/time.tsx'
import { readable } from '../../language/words.ts'
import { required } from './required.ts'
import { type PresentSuite, SuiteEditor } from './suite-editor.tsx'

/** The gate suite of a system that has none yet. */
export function NoOutcome(): ReactNode {
  return (
    <Card title="Gate suite" flush id="outcome">
      <Empty title="No suite yet.">Create one below: it says which results a release needs.</Empty>
    </Card>
  )
}

/** The thresholds of the gate suite, each with the newest result. */
export function Outcome({ systemId }: { systemId: string }): ReactNode {
  const query = useQuery(SuiteService.method.getSuiteOutcome, { aiSystemId: systemId })
  return (
    <Loaded query={query}>
      {({ suiteName, suiteVersion, outcome, thresholds }) => (
        <Card
          title="Gate suite"
          badge={<EnumBadge schema={SuiteOutcomeSchema} value={outcome} />}
          about={`${suiteName}, version ${suiteVersion}`}
          flush
          id="outcome"
        >
          <Table
            caption="Thresholds"
            columns={COLUMNS}
            rows={thresholds}
            id={({ threshold }) => `${threshold?.metricName} ${threshold?.evalType}`}
          />
          {thresholds.some(({ metricValue }) => metricValue === undefined) && (
            <Empty title="A result is missing.">
              Submit it with <code>POST /api/v1/ai-evaluations</code>, with the name of the suite as{' '}
              <code>eval_suite</code>, or with the command for pipelines. The page <a href="/docs">API</a>{' '}
              shows the call.
            </Empty>
          )}
        </Card>
      )}
    </Loaded>
  )
}

const COLUMNS: Column<ThresholdOutcome>[] = [
  { label: 'Metric', cell: ({ threshold }) => <>{threshold?.metricName}</> },
  { label: 'Evaluation', cell: ({ threshold }) => <>{readable(threshold?.evalType ?? '')}</> },
  { label: 'Required', kind: 'number', cell: ({ threshold }) => <>{threshold && required(threshold)}</> },
  { label: 'Newest result', kind: 'number', cell: ({ metricValue }) => <>{metricValue ?? 'none'}</> },
  { label: 'State', cell: (row) => <Badge word={stateOf(row)} /> },
]

function stateOf({ satisfied, metricValue }: ThresholdOutcome): string {
  if (satisfied) return 'met'
  return metricValue === undefined ? 'pending' : 'not_met'
}

/** Every version of the suites of a system. */
export function Suites({ system }: { system: System }): ReactNode {
  const list = useList(
    SuiteService.method.listEvalSuites,
    { aiSystemId: system.id },
    ({ suites }) => suites,
    {
      limit: 20,
    },
  )
  const hasSuite = system.gateSuite !== undefined
  const outcome = useQuery(
    SuiteService.method.getSuiteOutcome,
    { aiSystemId: system.id },
    { enabled: hasSuite },
  )
  const gateSuite = outcome.data
  // Somebody else may make the first suite meanwhile: the editor stays open, and waits for the suites to be read.
  const isKnown = hasSuite === (gateSuite !== undefined)
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) setWasKnown(true)
  return (
    <Card
      title="Suites"
      about="A new version starts with the thresholds of the current one."
      actions={
        <>
          <CompareStates title="Compare suite versions" states={list.rows.map(stateOfSuite)} />
          {wasKnown && (
            <SuiteEditor system={system} present={gateSuite && presentOf(gateSuite)} held={!isKnown} />
          )}
        </>
      }
      flush
      id="suites"
    >
      {hasSuite && gateSuite === undefined && outcome.error !== null && !outcome.isFetching && (
        <Failed error={outcome.error} retry={() => void outcome.refetch()} />
      )}
      <ListTable
        list={list}
        caption="Suites"
        columns={SUITES}
        id={({ id }) => id}
        actions={({ id, name, version }) => <InTheLog id={id} of={`${name}, version ${version}`} />}
        empty={<Empty title="No suite yet.">The gate blocks until there is one.</Empty>}
      />
    </Card>
  )
}

/** The current version of the gate suite, however many versions and suites are newer. */
const presentOf = ({
  suiteId,
  suiteName,
  suiteVersion,
  thresholds,
}: GetSuiteOutcomeResponse): PresentSuite => ({
  id: suiteId,
  name: suiteName,
  version: suiteVersion,
  thresholds: thresholds.flatMap(({ threshold }) => threshold ?? []),
})

const stateOfSuite = ({ id, name, version, thresholds }: Suite): State => ({
  id,
  name: `${name}, version ${version}`,
  facts: thresholds.map((one) => [`${one.metricName} (${readable(one.evalType)})`, required(one)]),
})

const SUITES: Column<Suite>[] = [
  { label: 'Name', cell: ({ name }) => <>{name}</> },
  { label: 'Version', kind: 'number', cell: ({ version }) => <>{version}</> },
  { label: 'Status', cell: ({ status }) => <EnumBadge schema={SuiteStatusSchema} value={status} /> },
  {
    label: 'Thresholds',
    kind: 'long',
    cell: ({ thresholds }) => <>{thresholds.map((one) => `${one.metricName} ${required(one)}`).join(', ')}</>,
  },
  { label: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
]
