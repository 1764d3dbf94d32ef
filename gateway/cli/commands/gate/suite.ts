import { type Command, InvalidArgumentError } from 'commander'
import {
  type Operator,
  OperatorSchema,
  type SuiteOutcome,
  SuiteOutcomeSchema,
  SuiteSchema,
  SuiteService,
} from '../../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { readAll } from '../../views/pages.ts'
import { plain } from '../../views/plain.ts'
import { thresholdRow } from '../../views/threshold-row.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, decimal, personVerb, positive, resource, systemId, wholeNumber } from '../command.ts'

const { createSuite, listEvalSuites, getSuiteOutcome } = SuiteService.method
const OPERATOR = enumText<Operator>(OperatorSchema)
const OUTCOME = enumText<SuiteOutcome>(SuiteOutcomeSchema)

export function suiteCommand(): Command {
  return resource('suite', 'Evaluation suites: versioned sets of thresholds', [
    createVerb(),
    listVerb(),
    outcomeVerb(),
  ])
}

function createVerb(): Command {
  return personVerb(
    'create',
    'Create a suite; the same name again creates its next version.',
    'suite create --org ID --system ID --name release --threshold attack_success_rate:prompt_injection:lte:0.05',
  )
    .requiredOption('--system <id>', 'the AI system', systemId)
    .requiredOption('--name <name>', 'its name')
    .requiredOption(
      '--threshold <METRIC:EVAL_TYPE:OPERATOR:VALUE...>',
      'a threshold; may be repeated',
      threshold,
    )
    .option(
      '--version <n>',
      'the version of that name that was read, 0 for a new one (default: any)',
      wholeNumber,
    )
    .action(
      asPerson<Create>(async ({ system, name, threshold: thresholds, version }, { call }) => {
        const { suite } = await call(createSuite, {
          aiSystemId: system,
          name,
          thresholds,
          expectedVersion: version,
        })
        return item({ id: suite!.id, version: suite!.version })
      }),
    )
}

function listVerb(): Command {
  return personVerb('list', 'List every version of the suites.', 'suite list --org ID')
    .option('--system <id>', 'only those of this AI system', systemId)
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<{ system?: string; limit?: number }>(async ({ system = '', limit }, { call }) => {
        const found = await readAll(limit, async (page) => {
          const { suites, nextCursor } = await call(listEvalSuites, { aiSystemId: system, page })
          return { rows: suites, nextCursor }
        })
        const rows = found.map((suite) => plain(SuiteSchema, suite))
        return list(rows, ['id', 'name', 'version', 'status', 'ai_system_id'])
      }),
    )
}

function outcomeVerb(): Command {
  return personVerb(
    'outcome',
    'Show whether the newest results meet the gate suite.',
    'suite outcome --org ID --system ID',
  )
    .requiredOption('--system <id>', 'the AI system', systemId)
    .action(
      asPerson<{ system: string }>(async ({ system }, { call }) => {
        const found = await call(getSuiteOutcome, { aiSystemId: system })
        const outcome = OUTCOME.word(found.outcome)
        const thresholds = found.thresholds.map(thresholdRow)
        const columns = ['metric_name', 'eval_type', 'operator', 'value', 'metric_value', 'satisfied']
        const head = item({ suite: found.suiteName, version: found.suiteVersion, outcome })
        return { json: { outcome, thresholds }, text: `${head.text}\n\n${list(thresholds, columns).text}` }
      }),
    )
}

/** Parses METRIC:EVAL_TYPE:OPERATOR:VALUE. The name of the metric may contain colons. */
function threshold(text: string, earlier: Threshold[] = []): Threshold[] {
  const parts = text.split(':')
  const [evalType = '', operator = '', value = ''] = parts.slice(-3)
  if (parts.length < 4) throw new InvalidArgumentError('It must be METRIC:EVAL_TYPE:OPERATOR:VALUE.')
  if (!OPERATOR.words.includes(operator))
    throw new InvalidArgumentError(`The operator must be one of ${OPERATOR.words.join(', ')}.`)
  const metricName = parts.slice(0, -3).join(':')
  return [...earlier, { metricName, evalType, operator: OPERATOR.value(operator), value: decimal(value) }]
}

type Threshold = { metricName: string; evalType: string; operator: Operator; value: number }
type Create = { system: string; name: string; threshold: Threshold[]; version?: number }
