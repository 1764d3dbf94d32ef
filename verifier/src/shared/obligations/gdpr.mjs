// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/gdpr.ts, whose types are taken away. Do not change it here.
import { endOf } from './calendar.mjs'
import { momentOf } from './facts.mjs'
import { limitOf, } from './regime.mjs'

/** Regulation (EU) 2016/679 articles 33(1) and 34. */
export const gdpr = {
  name: 'gdpr',
  regulation: 'gdpr',
  levels: ['risk', 'high_risk'],
  stepNames: ['authority', 'data_subjects'],
  steps(given) {
    const { incident, level } = given
    const aware = momentOf(incident, 'aware')
    const isAssessed = incident.assessments.some(({ regime }) => regime === 'gdpr')
    const common = { runsFrom: 'aware', standsIn: aware.standsIn, forecast: null }
    return [
      {
        ...common,
        step: 'authority',
        recipient: 'supervisory authority',
        article: 'GDPR 33(1)',
        from: aware.at,
        due: endOf(aware.at, limitOf(given, 'authority'), given.zone),
      },
      {
        ...common,
        step: 'data_subjects',
        recipient: 'data subjects',
        article: 'GDPR 34',
        due: null,
        from: level === 'high_risk' ? aware.at : null,
        conditional: !isAssessed,
        notRequired: isAssessed && level !== 'high_risk',
        remark: 'Only at a high risk to people. The law sets no number: without undue delay.',
      },
    ]
  },
}
