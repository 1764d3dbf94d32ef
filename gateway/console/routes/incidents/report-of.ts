import { RegimeSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Obligation } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { capital, readable, wordOf } from '../../language/words.ts'

/** Returns the name of the report that is owed: `Early warning, NIS2`. */
export const reportOf = ({ step, regime }: Pick<Obligation, 'step' | 'regime'>): string =>
  `${stepOf(step)}, ${readable(wordOf(RegimeSchema, regime))}`

/** Returns the name of the report of a step: a law names some steps only by their recipient. */
export const stepOf = (step: string): string => STEPS[step] ?? capital(readable(step))

const STEPS: { [step: string]: string } = {
  authority: 'Notification of the authority',
  data_subjects: 'Communication to data subjects',
  serious_incident: 'Report of a serious incident',
  initial: 'Initial report',
  intermediate: 'Intermediate report',
  progress: 'Progress report',
  final: 'Final report',
  detailed: 'Detailed report',
}
