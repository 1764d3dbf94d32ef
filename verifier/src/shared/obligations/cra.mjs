// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/cra.ts, whose types are taken away. Do not change it here.
import { endOf } from './calendar.mjs'
import { momentOf, timeOf } from './facts.mjs'
import { firstFiled, limitOf, } from './regime.mjs'

const RECIPIENT = 'CSIRT and ENISA'

/** Regulation (EU) 2024/2847 article 14(2): an actively exploited vulnerability. */
export const craVulnerability = {
  name: 'cra_vulnerability',
  regulation: '',
  levels: ['actively_exploited'],
  stepNames: ['early_warning', 'notification', 'final'],
  steps(given) {
    const available = timeOf(given.incident, 'measure_available')
    const end = available && endOf(available, limitOf(given, 'final'), given.zone)
    const final = {
      step: 'final',
      recipient: RECIPIENT,
      article: 'CRA 14(2)(c)',
      runsFrom: 'measure_available',
      from: available ?? null,
      due: end ?? null,
      forecast: null,
    }
    return [...early(given, '14(2)'), final]
  },
}

/** Regulation (EU) 2024/2847 article 14(4): a severe incident. */
export const craIncident = {
  name: 'cra_incident',
  regulation: 'cra',
  levels: ['severe'],
  stepNames: ['early_warning', 'notification', 'final'],
  steps(given) {
    const [warning, notification] = early(given, '14(4)')
    const submitted = firstFiled(given, 'notification')
    const end = (from) => endOf(from, limitOf(given, 'final'), given.zone)
    const final = {
      step: 'final',
      recipient: RECIPIENT,
      article: 'CRA 14(4)(c)',
      runsFrom: 'submission of notification',
      from: submitted,
      due: submitted === null ? null : end(submitted),
      forecast: submitted === null ? end(notification.due) : null,
    }
    return [warning, notification, final]
  },
}

function early(given, article) {
  const aware = momentOf(given.incident, 'aware')
  const step = (name, letter) => ({
    step: name,
    recipient: RECIPIENT,
    article: `CRA ${article}(${letter})`,
    runsFrom: 'aware',
    from: aware.at,
    standsIn: aware.standsIn,
    forecast: null,
    due: endOf(aware.at, limitOf(given, name), given.zone),
  })
  return [step('early_warning', 'a'), step('notification', 'b')]
}
