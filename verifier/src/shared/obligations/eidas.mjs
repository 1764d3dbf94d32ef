// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/eidas.ts, whose types are taken away. Do not change it here.
import { endOf } from './calendar.mjs'
import { momentOf } from './facts.mjs'
import { limitOf, } from './regime.mjs'

/** Regulation (EU) No 910/2014 article 24(2)(fb), qualified trust service providers. */
export const eidasQualified = {
  name: 'eidas_qualified',
  regulation: 'eidas',
  levels: ['significant'],
  stepNames: ['notification'],
  steps(given) {
    const occurred = momentOf(given.incident, 'occurred')
    return [
      {
        step: 'notification',
        recipient: 'supervisory body',
        article: 'eIDAS 24(2)(fb)',
        runsFrom: 'occurred',
        from: occurred.at,
        standsIn: occurred.standsIn,
        forecast: null,
        due: endOf(occurred.at, limitOf(given, 'notification'), given.zone),
      },
    ]
  },
}
