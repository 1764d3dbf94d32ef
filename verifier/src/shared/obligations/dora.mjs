// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/dora.ts, whose types are taken away. Do not change it here.
import { endOf, noonOfWorkingDay } from './calendar.mjs'
import { momentOf, timeOf } from './facts.mjs'
import { firstFiled, lastFiled, limitOf, } from './regime.mjs'

const RECIPIENT = 'competent authority (DORA 46)'

/** Regulation (EU) 2022/2554 article 19(4), Delegated Regulation (EU) 2025/301 article 5. */
export const dora = {
  name: 'dora',
  regulation: 'dora',
  levels: ['major'],
  stepNames: ['initial', 'intermediate', 'final'],
  steps(given) {
    const initial = initialReport(given)
    const intermediate = after(given, 'intermediate', '5(1)(b)', {
      of: 'initial',
      at: firstFiled(given, 'initial'),
      expected: initial.due ?? initial.forecast,
    })
    if (timeOf(given.incident, 'recovered') !== undefined)
      intermediate.remark = 'An updated intermediate report is due when regular activities have recovered.'
    const final = after(given, 'final', '5(1)(c)', {
      of: 'intermediate',
      at: lastFiled(given, 'intermediate'),
      expected: intermediate.due ?? intermediate.forecast,
    })
    return [initial, intermediate, final]
  },
}

/** The earlier of 4 h after classification and 24 h after awareness; 4 h after a classification later than that (5(2)). */
function initialReport(given) {
  const { incident, zone } = given
  const aware = momentOf(incident, 'aware')
  const cap = endOf(aware.at, limitOf(given, 'initial', 'aware'), zone)
  const common = { step: 'initial', recipient: RECIPIENT, forecast: null }
  const classified = classification(given)
  if (classified === undefined) {
    return {
      ...common,
      article: 'RTS 2025/301 5(1)(a)',
      runsFrom: 'aware',
      from: aware.at,
      standsIn: aware.standsIn,
      due: shifted(given, 'initial', cap),
      remark: 'Nobody has classified it yet: a later classification as major moves the limit.',
    }
  }
  const four = endOf(classified.at, limitOf(given, 'initial', 'classified'), zone)
  const isLate = classified.at > cap
  const fromAware = !isLate && cap < four
  return {
    ...common,
    article: isLate ? 'RTS 2025/301 5(2)' : 'RTS 2025/301 5(1)(a)',
    runsFrom: fromAware ? 'aware' : 'classified',
    from: fromAware ? aware.at : classified.at,
    standsIn: fromAware ? aware.standsIn : classified.standsIn,
    due: shifted(given, 'initial', isLate ? four : Math.min(four, cap)),
  }
}

/** When the incident was classified as major: the time of that moment, or else of the assessment that says so. */
function classification({ incident }) {
  const at = timeOf(incident, 'classified')
  if (at !== undefined) return { at, standsIn: null }
  const assessed = incident.assessments.find(({ regime }) => regime === 'dora')
  return assessed && { at: Date.parse(assessed.assessed_at), standsIn: 'assessment' }
}

/** A report whose limit runs from the submission of another report. */
function after(
  given,
  step,
  article,
  submission,
) {
  const end = (from) => shifted(given, step, endOf(from, limitOf(given, step), given.zone))
  const { of, at, expected } = submission
  return {
    step,
    recipient: RECIPIENT,
    article: `RTS 2025/301 ${article}`,
    runsFrom: `submission of ${of}`,
    from: at,
    due: at === null ? null : end(at),
    forecast: at !== null || expected === null ? null : end(expected),
  }
}

/** A limit on a weekend or bank holiday moves to noon of the next working day (5(4)), with the exemption of 5(5). */
function shifted({ settings, zone }, step, due) {
  if (settings.dora_no_weekend_rule && step !== 'final') return due
  return noonOfWorkingDay(due, settings.holidays, zone)
}
