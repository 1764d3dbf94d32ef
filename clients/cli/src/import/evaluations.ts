import { basename } from 'node:path'
import { UUID } from '../command/uuid.ts'
import type { InputFile } from '../files/input-file.ts'
import { refused } from '../files/refused.ts'
import type { FileResults, Measurement } from './formats/measurement.ts'
import type { MeasuredAgent } from './measured-agents.ts'

/** A result as `POST /api/v1/ai-evaluations` takes it (docs/api.md, evaluation results). */
export type Evaluation = {
  ai_system_id?: string
  ai_system_name?: string
  source: string
  source_kind: string
  eval_type: string
  metric_name: string
  metric_value: number
  threshold?: number
  passed: boolean
  evaluated_at: string
  eval_suite?: string
  payload: { [key: string]: unknown }
}

export type Target = {
  system: string
  suite: string | undefined
  evalType: string | undefined
  source: string | undefined
  agents?: MeasuredAgent[] | undefined
}

/**
 * Returns the results of a file in the form of the API. The payload has counts, what was evaluated, and the file's hash, and MUST
 * NOT have a prompt, an answer, a setting or a header. @throws Failure usage when a name is longer than the API allows
 */
export function evaluationsOf(
  file: InputFile,
  sha256: string,
  results: FileResults,
  target: Target,
): Evaluation[] {
  const at = results.evaluatedAt ?? file.modifiedAt
  const { system, suite } = target
  return results.measurements.map((measurement) => ({
    ...(UUID.test(system) ? { ai_system_id: system.toLowerCase() } : { ai_system_name: system }),
    source: target.source ?? basename(file.path).slice(0, 500),
    source_kind: results.tool,
    eval_type: target.evalType ?? measurement.evalType,
    metric_name: metricName(file, measurement),
    metric_value: measurement.value,
    ...(measurement.threshold === undefined ? {} : { threshold: measurement.threshold }),
    passed: measurement.passed,
    evaluated_at: at.toISOString(),
    ...(suite === undefined ? {} : { eval_suite: suite }),
    payload: {
      file_sha256: sha256,
      direction: measurement.direction,
      counts: measurement.counts,
      ...(target.agents === undefined ? {} : { agents: target.agents }),
      ...(results.toolVersion === undefined ? {} : { tool_version: results.toolVersion.slice(0, 200) }),
      ...(Object.keys(results.subject).length === 0 ? {} : { subject: results.subject }),
      ...(results.evaluatedAt === undefined ? { evaluated_at_from: 'file modification time' } : {}),
    },
  }))
}

function metricName(file: InputFile, { metric }: Measurement): string {
  const name = metric.replace(/\0/g, '').toWellFormed()
  if (name === '' || [...name].length > 200)
    throw refused(file.path, metric.slice(0, 80), 'the name of a metric has 1 to 200 characters')
  return name
}
