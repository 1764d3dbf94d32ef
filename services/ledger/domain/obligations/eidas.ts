import { endOf } from './calendar.ts'
import { momentOf } from './facts.ts'
import { limitOf, type Regime } from './regime.ts'

/** Regulation (EU) No 910/2014 article 24(2)(fb), qualified trust service providers. */
export const eidasQualified: Regime = {
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
