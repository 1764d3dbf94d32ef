import type { Command } from 'commander'
import {
  GateDecisionSchema,
  GateService,
  ListDecisionsRequestSchema,
} from '../../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { answer } from '../../../schema/answer.ts'
import { listing, listOptions } from '../../options/filters.ts'
import type { Plain } from '../../views/plain.ts'
import { list } from '../../views/views.ts'
import { personVerb, resource } from '../command.ts'

const decision = answer(GateDecisionSchema)

export function decisionsCommand(): Command {
  return resource('decisions', 'Decisions of the release gate', [
    decisionsVerb('list', 'decisions list --org ID --decision block --search drift'),
  ])
}

/** Makes `attestry decisions list`, and `attestry gate decisions`, which does the same. */
export function decisionsVerb(name: string, example: string): Command {
  return listOptions(
    personVerb(name, 'List the decisions of the gate.', example),
    ListDecisionsRequestSchema,
    50,
  ).action(
    listing(
      ListDecisionsRequestSchema,
      async (call, asked) => {
        const { decisions, ...page } = await call(GateService.method.listDecisions, asked)
        return { rows: decisions, ...page }
      },
      (found) =>
        list(
          found.map((one) => decision.json(one) as Plain),
          ['decided_at', 'decision', 'reasons', 'ai_system_id', 'decision_id'],
        ),
    ),
  )
}
