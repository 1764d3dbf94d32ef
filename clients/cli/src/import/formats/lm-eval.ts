import type { InputFile } from '../../files/input-file.ts'
import { isMeasured, isObject } from '../../files/json-values.ts'
import { Place } from '../../files/place.ts'
import type { FileResults, Measurement, MetricName } from './measurement.ts'

/**
 * Reads `results_*.json` of lm-evaluation-harness. A task has `acc,none` (0.4 and later: metric, filter) or `acc` (earlier), each
 * with a standard error, which is not a metric. `date` is Unix seconds; `start_time` is a counter of the process and not a date.
 */
export async function readLmEval(file: InputFile): Promise<FileResults> {
  const place = new Place(file.path)
  const document = place.object(await file.json())
  const notes: string[] = []
  const measurements: Measurement[] = []
  const unmeasured: MetricName[] = []
  for (const [task, value] of Object.entries(place.at('results').object(document.results))) {
    const metrics = place.at('results').at(task).object(value)
    for (const [key, found] of Object.entries(metrics)) {
      const [metric = key, filter = 'none'] = key.split(',')
      if (metric === 'alias' || metric.endsWith('_stderr') || metric === 'sample_len') continue
      const name = filter === 'none' ? `${task}/${metric}` : `${task}/${metric},${filter}`
      if (!isMeasured(found)) {
        notes.push(`${name} was left out: it has no value`)
        unmeasured.push({ metric: name, evalType: 'accuracy' })
        continue
      }
      measurements.push({
        metric: name,
        evalType: 'accuracy',
        value: found,
        passed: true,
        direction: higherIsBetter(document, task, metric) ? 'higher_is_better' : 'lower_is_better',
        counts: samplesOf(document, task),
      })
    }
  }
  const date = document.date
  return {
    tool: 'lm_eval',
    ...(typeof document.lm_eval_version === 'string' ? { toolVersion: document.lm_eval_version } : {}),
    evaluatedAt:
      isMeasured(date) && date > 946_684_800 && date < 4_102_444_800 ? new Date(date * 1000) : undefined,
    subject: typeof document.model_name === 'string' ? { model: document.model_name } : {},
    measurements,
    unmeasured,
    notes,
  }
}

function higherIsBetter({ higher_is_better: all }: { [key: string]: unknown }, task: string, metric: string) {
  const ofTask = isObject(all) ? all[task] : undefined
  const reported = isObject(ofTask) ? ofTask[metric] : undefined
  return typeof reported === 'boolean' ? reported : !/perplexity|bits_per_byte|loss/.test(metric)
}

function samplesOf(document: { [key: string]: unknown }, task: string): { [outcome: string]: number } {
  const all = document['n-samples']
  const ofTask = isObject(all) ? all[task] : undefined
  const effective = isObject(ofTask) ? ofTask.effective : undefined
  return isMeasured(effective) ? { total: effective } : {}
}
