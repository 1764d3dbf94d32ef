import type { Command } from 'commander'
import { printable } from '../../../../clients/cli/src/command/printable.ts'
import {
  CertificationService,
  ReviewedAgentSchema,
  type ReviewResponse,
} from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { type SuiteOutcome, SuiteOutcomeSchema } from '../../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import type { Call } from '../../calls/control-call.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { confirm, isInteractive } from '../../options/prompt.ts'
import { type Plain, plain } from '../../views/plain.ts'
import { thresholdRow } from '../../views/threshold-row.ts'
import { item, list, type View } from '../../views/views.ts'
import { asPerson, personVerb, systemId } from '../command.ts'

const OUTCOME = enumText<SuiteOutcome>(SuiteOutcomeSchema)

export function reviewCommand(): Command {
  return personVerb(
    'review',
    'Show exactly what a certification or an attestation would cover now, with the hash that names it.',
    'review --org ID --system ID',
  )
    .requiredOption('--system <id>', 'the AI system', systemId)
    .action(
      asPerson<{ system: string }>(async ({ system }, { call }) =>
        reviewView(await call(CertificationService.method.review, { aiSystemId: system })),
      ),
    )
}

/**
 * Returns the hash of a review: the given one, or that of the review that the person confirms at the terminal.
 *
 * @throws UsageError without a terminal, or without a confirmation
 */
export async function reviewedHash(
  call: Call,
  system: string,
  given: string | undefined,
  action: string,
): Promise<string> {
  if (given !== undefined) return given
  if (!isInteractive())
    throw new UsageError(
      `there is no terminal to ask at: give --reviewed HASH, as \`attestry review --system ${system}\` shows it`,
    )
  const review = await call(CertificationService.method.review, { aiSystemId: system })
  process.stderr.write(`${reviewView(review).text}\n\n`)
  await confirm(`${action} exactly this? Type yes: `)
  return review.reviewedHash
}

function reviewView(review: ReviewResponse): View {
  const { suiteName, suiteVersion, attestationRoles, changes, obstacles } = review
  const thresholds = review.thresholds.map(thresholdRow)
  const agents = review.agents.map((agent) => plain(ReviewedAgentSchema, agent))
  const json: Plain = {
    reviewed_hash: review.reviewedHash,
    suite: suiteName,
    suite_version: suiteVersion,
    outcome: OUTCOME.word(review.outcome),
    thresholds,
    agents,
    attestation_roles: attestationRoles,
    changes,
    obstacles,
  }
  const { thresholds: _, agents: __, changes: ___, obstacles: ____, ...head } = json
  const measures = ['metric_name', 'eval_type', 'operator', 'value', 'metric_value', 'satisfied']
  const versions = ['agent_identity', 'model_name', 'model_version', 'prompt_version', 'tools']
  const text = [
    item(head).text,
    list(thresholds, measures).text,
    `Agents\n${list(agents, versions).text}`,
    section('Since the newest certification', changes),
    section('Certifying would be refused', obstacles),
  ]
  return { json, text: text.filter((part) => part !== '').join('\n\n') }
}

function section(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${printable(line)}`)].join('\n')
}
