import type { ReactNode } from 'react'
import {
  type Evaluation,
  EvaluationSchema,
  EvaluationService,
} from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { useSystemLookup } from '../api/lookups.ts'
import { Badge } from '../components/badge.tsx'
import { Dialog } from '../components/forms/dialog.tsx'
import { Filter, LookupFilter, useParameters } from '../components/lists/filter.tsx'
import { ListPage } from '../components/lists/list-page.tsx'
import { idOr, oneOf } from '../components/lists/parameters.ts'
import type { Column } from '../components/lists/table.tsx'
import { Code, Facts } from '../components/page.tsx'
import { Empty } from '../components/states.tsx'
import { Exact, When } from '../components/time.tsx'
import { readable } from '../language/words.ts'

/** Results of evaluations as they were reported. */
export function Page(): ReactNode {
  const { passed, type, system } = useParameters(KINDS)
  const filter = {
    ...(passed === undefined ? {} : { passed: passed === 'yes' }),
    ...(type === undefined ? {} : { evalType: type }),
    ...(system === undefined ? {} : { aiSystemId: system }),
  }
  return (
    <ListPage
      title="Evaluations"
      about="Results that the callers’ own tools measured. The gate compares each value with the thresholds itself; what the caller claimed is shown as a claim."
      method={EvaluationService.method.listEvaluations}
      filter={filter}
      pick={({ evaluations }) => evaluations}
      row={EvaluationSchema}
      name="evaluations"
      one="result"
      filters={
        <>
          <LookupFilter name="system" label="AI system" lookup={useSystemLookup} />
          <Filter
            name="type"
            label="Evaluation"
            options={TYPES.map((one) => [one, readable(one)] as const)}
          />
          <Filter
            name="passed"
            label="The caller’s claim"
            options={[
              ['yes', 'Passed'],
              ['no', 'Not passed'],
            ]}
          />
        </>
      }
      kinds={KINDS}
      columns={COLUMNS}
      id={({ id }) => id}
      opened={(evaluation, close) => <Details evaluation={evaluation} onClose={close} />}
      endless
      empty={
        <Empty title="No results yet.">
          Submit them with <code>POST /api/v1/ai-evaluations</code>, or with the command for pipelines.
        </Empty>
      }
      unmatched={<Empty title="No result matches.">Change or clear the filters.</Empty>}
    />
  )
}

const TYPES = [
  ...['prompt_injection', 'jailbreak', 'data_leakage', 'toxicity', 'bias', 'hallucination'],
  ...['accuracy', 'robustness', 'drift', 'tool_use', 'safety', 'custom'],
]

const KINDS = { passed: oneOf('yes', 'no'), type: oneOf(...TYPES), system: idOr() }

export function Details({ evaluation, onClose }: { evaluation: Evaluation; onClose: () => void }): ReactNode {
  return (
    <Dialog title={`${evaluation.metricName}: ${evaluation.metricValue}`} onClose={onClose} wide>
      <Facts
        of={[
          [
            'AI system',
            <a key="s" href={`#/systems/${evaluation.aiSystemId}`}>
              {evaluation.aiSystemName}
            </a>,
          ],
          ['Evaluation', readable(evaluation.evalType)],
          ['Claim of the caller', evaluation.passed ? 'passed' : 'failed'],
          [
            'Threshold of the caller',
            evaluation.threshold === undefined ? undefined : String(evaluation.threshold),
          ],
          ['Suite', suiteOf(evaluation)],
          ['Source', evaluation.source],
          ['Tool', readable(evaluation.sourceKind)],
          ['Measured', <Exact key="m" at={evaluation.evaluatedAt} />],
          ['Recorded', <Exact key="r" at={evaluation.createdAt} />],
          ['SHA-256 of the payload', <Code key="h" value={evaluation.payloadHash} />],
          ['Id', <Code key="id" value={evaluation.id} />],
        ]}
      />
    </Dialog>
  )
}

function suiteOf({ evalSuite, evalSuiteVersion }: Evaluation): string | undefined {
  if (evalSuite === undefined) return undefined
  return evalSuiteVersion === undefined ? evalSuite : `${evalSuite}, version ${evalSuiteVersion}`
}

export const COLUMNS: Column<Evaluation>[] = [
  { label: 'Metric', cell: ({ metricName }) => <>{metricName}</> },
  { label: 'Value', kind: 'number', cell: ({ metricValue }) => <>{metricValue}</> },
  { label: 'Evaluation', cell: ({ evalType }) => <>{readable(evalType)}</> },
  { label: 'Claim', cell: ({ passed }) => <Badge word={passed ? 'claimed passed' : 'claimed failed'} /> },
  {
    label: 'AI system',
    cell: ({ aiSystemId, aiSystemName }) => <a href={`#/systems/${aiSystemId}`}>{aiSystemName}</a>,
  },
  { label: 'Measured', cell: ({ evaluatedAt }) => <When at={evaluatedAt} /> },
]
