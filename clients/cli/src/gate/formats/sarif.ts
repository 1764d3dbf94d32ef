import { printableJson } from '../../command/printable.ts'
import { NEXT_STEP, type Outcome } from './decision.ts'

/** A SARIF 2.1.0 log: one result a reason, none when the gate passes; a check without a decision did not succeed. */
export function sarif(outcome: Outcome): string {
  const details = outcome.kind === 'decision' ? outcome.decision.reason_details : []
  const page = outcome.kind === 'decision' ? outcome.page : undefined
  const level = outcome.kind === 'decision' && outcome.advisory ? 'warning' : 'error'
  return printableJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Attestry release gate', rules: RULES } },
        invocations: [
          outcome.kind === 'decision'
            ? { executionSuccessful: true }
            : {
                executionSuccessful: false,
                toolExecutionNotifications: [{ level: 'error', message: { text: outcome.message } }],
              },
        ],
        results: details.map(({ code, message }) => ({
          ruleId: code,
          level,
          message: { text: message },
          ...(page === undefined ? {} : { hostedViewerUri: page }),
          locations: [{ logicalLocations: [{ fullyQualifiedName: outcome.system, kind: 'resource' }] }],
        })),
        ...(outcome.kind === 'decision'
          ? { properties: { decision: outcome.decision.decision, decision_id: outcome.decision.decision_id } }
          : {}),
      },
    ],
  })
}

const RULES = Object.entries(NEXT_STEP).map(([id, text]) => ({
  id,
  shortDescription: { text: id.replaceAll('_', ' ') },
  help: { text },
}))
