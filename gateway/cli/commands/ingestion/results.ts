import type { Command } from 'commander'
import {
  EvaluationSchema,
  EvaluationService,
  ListEvaluationsRequestSchema,
} from '../../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { answer } from '../../../schema/answer.ts'
import { listing, listOptions } from '../../options/filters.ts'
import type { Plain } from '../../views/plain.ts'
import { list } from '../../views/views.ts'
import { personVerb, resource } from '../command.ts'

const result = answer(EvaluationSchema)

export function resultsCommand(): Command {
  return resource('results', 'Evaluation results', [
    listOptions(
      personVerb(
        'list',
        'List the newest results of evaluations.',
        'results list --org ID --passed false --search jailbreak',
      ),
      ListEvaluationsRequestSchema,
      50,
    ).action(
      listing(
        ListEvaluationsRequestSchema,
        async (call, asked) => {
          const { evaluations, ...page } = await call(EvaluationService.method.listEvaluations, asked)
          return { rows: evaluations, ...page }
        },
        (found) =>
          list(
            found.map((one) => result.json(one) as Plain),
            ['created_at', 'metric_name', 'metric_value', 'passed', 'eval_type', 'ai_system_name', 'id'],
          ),
      ),
    ),
  ])
}
