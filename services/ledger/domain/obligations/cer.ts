import { endOf } from './calendar.ts'
import { momentOf } from './facts.ts'
import { limitOf, type Regime, type Step } from './regime.ts'

/** Directive (EU) 2022/2557 article 15(1). */
export const cer: Regime = {
  name: 'cer',
  regulation: 'cer',
  levels: ['significant'],
  stepNames: ['initial', 'detailed'],
  steps(given) {
    const aware = momentOf(given.incident, 'aware')
    const step = (name: string): Step => ({
      step: name,
      recipient: 'competent authority',
      article: 'CER 15(1)',
      runsFrom: 'aware',
      from: aware.at,
      standsIn: aware.standsIn,
      forecast: null,
      due: endOf(aware.at, limitOf(given, name), given.zone),
    })
    return [step('initial'), step('detailed')]
  },
}
