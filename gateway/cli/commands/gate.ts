import type { Command } from 'commander'
import {
  type BlockReason,
  BlockReasonSchema,
  GateDecisionSchema,
  GateService,
} from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { enumText } from '../../../services/kernel/values/enum-text.ts'
import { answer } from '../../schema/answer.ts'
import { acting, personVerb, resource, uuid } from '../command.ts'
import { item, printable } from '../views.ts'
import { pipelineCommand } from './pipeline.ts'

const { queryGate, replayDecision } = GateService.method
const BLOCK_REASONS = enumText<BlockReason>(BlockReasonSchema)
const gateDecision = answer(GateDecisionSchema)

export function gateCommand(): Command {
  return resource('gate', 'The release gate', [
    pipelineCommand(
      'gate',
      'check',
      'Ask from a pipeline, with an API key: exit 0 on pass, 1 on block.',
      'gate check --system NAME',
    ),
    personVerb(
      'query',
      'Ask whether an AI system may ship; every query stores its decision.',
      'gate query --org ID --system ID',
    )
      .requiredOption('--system <id>', 'the AI system', uuid)
      .action(
        acting<{ system: string }>(async ({ system }, { call }) => {
          const { decision } = await call(queryGate, { aiSystemId: system })
          const json = gateDecision.json(decision!)
          const reasons = decision!.reasonDetails.map(
            ({ code, message }) => `  ${BLOCK_REASONS.word(code)}: ${printable(message)}`,
          )
          const { reason_details: _, reasons: __, ...rest } = json
          return { json, text: [item(rest).text, ...reasons].join('\n') }
        }),
      ),
    personVerb(
      'replay',
      'Derive a stored decision again from its snapshot; exit 1 when it differs.',
      'gate replay --org ID --decision ID',
    )
      .requiredOption('--decision <id>', 'the decision', uuid)
      .action(
        acting<{ decision: string }>(async ({ decision }, { call }) => {
          const { identical, differences } = await call(replayDecision, { decisionId: decision })
          return identical ? item({ identical }) : item({ identical, differences }, 1)
        }),
      ),
  ])
}
