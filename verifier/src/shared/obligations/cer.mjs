// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/cer.ts, whose types are taken away. Do not change it here.
import { endOf } from './calendar.mjs'
import { momentOf } from './facts.mjs'
import { limitOf, } from './regime.mjs'

/** Directive (EU) 2022/2557 article 15(1). */
export const cer = {
  name: 'cer',
  regulation: 'cer',
  levels: ['significant'],
  stepNames: ['initial', 'detailed'],
  steps(given) {
    const aware = momentOf(given.incident, 'aware')
    const step = (name) => ({
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
