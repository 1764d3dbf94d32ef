// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/nis2.ts, whose types are taken away. Do not change it here.
import { endOf } from './calendar.mjs'
import { momentOf, timeOf } from './facts.mjs'
import { firstFiled, limitOf, } from './regime.mjs'

const RECIPIENT = 'CSIRT or competent authority'

/** Directive (EU) 2022/2555 article 23(4). */
export const nis2 = {
  name: 'nis2',
  regulation: 'nis2',
  levels: ['significant'],
  stepNames: ['early_warning', 'notification', 'intermediate', 'final', 'progress'],
  steps(given) {
    const { incident, settings, zone } = given
    const aware = momentOf(incident, 'aware')
    const within = (step, variant = '') => endOf(aware.at, limitOf(given, step, variant), zone)
    const trust = settings.trust_service_provider
    const notification = within('notification', trust ? 'trust_services' : '')
    const fromAware = { recipient: RECIPIENT, runsFrom: 'aware', from: aware.at, standsIn: aware.standsIn }
    return [
      {
        ...fromAware,
        step: 'early_warning',
        article: 'NIS2 23(4)(a)',
        due: within('early_warning'),
        forecast: null,
      },
      {
        ...fromAware,
        step: 'notification',
        article: 'NIS2 23(4)(b)',
        due: notification,
        forecast: null,
        ...(trust ? { remark: 'Trust service providers notify within the shorter limit.' } : {}),
      },
      intermediate(given),
      ...final(given, notification),
    ]
  },
}

function intermediate({ incident }) {
  const requested = timeOf(incident, 'requested') ?? null
  return {
    step: 'intermediate',
    recipient: RECIPIENT,
    article: 'NIS2 23(4)(c)',
    runsFrom: 'requested',
    from: requested,
    due: null,
    forecast: null,
    conditional: requested === null,
    remark: 'Only upon the request of the CSIRT or the competent authority. The law sets no number.',
  }
}

/**
 * The final report is due one month after the notification was submitted. Where the incident is still going on then, a progress
 * report is due instead, and the final report one month after the incident was handled.
 */
function final(given, notificationDue) {
  const { incident, zone } = given
  const limit = limitOf(given, 'final')
  const ends = (from) => endOf(from, limit, zone)
  const submitted = firstFiled(given, 'notification')
  const usual = ends(submitted ?? notificationDue)
  const handled = timeOf(incident, 'handled')
  const hasProgress = firstFiled(given, 'progress') !== null
  const lateHandled = submitted !== null && handled !== undefined && handled > usual
  const isOngoing = hasProgress || lateHandled
  const common = { recipient: RECIPIENT, runsFrom: 'submission of notification', from: submitted }
  const progress = {
    ...common,
    step: 'progress',
    article: 'NIS2 23(4)(e)',
    due: null,
    forecast: null,
    remark: 'In place of the final report, where the incident is still going on when that falls due.',
  }
  if (isOngoing && submitted !== null) progress.due = usual
  else if (handled === undefined && firstFiled(given, 'final') === null)
    Object.assign(progress, { conditional: true, from: null, forecast: usual })
  else if (!isOngoing) progress.notRequired = true
  if (!isOngoing) {
    const due = submitted === null ? null : usual
    const forecast = submitted === null ? usual : null
    return [{ ...common, step: 'final', article: 'NIS2 23(4)(d)', due, forecast }, progress]
  }
  const afterHandled = {
    step: 'final',
    recipient: RECIPIENT,
    article: 'NIS2 23(4)(e)',
    runsFrom: 'handled',
    from: handled ?? null,
    due: handled === undefined ? null : ends(handled),
    forecast: null,
  }
  return [afterHandled, progress]
}
