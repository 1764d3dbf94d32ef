// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/ai-act.ts, whose types are taken away. Do not change it here.
import { endOf } from './calendar.mjs'
import { momentOf } from './facts.mjs'
import { limitOf, } from './regime.mjs'

/** Regulation (EU) 2024/1689 article 73(2) to (4). */
export const aiAct = {
  name: 'ai_act',
  regulation: 'ai_act',
  levels: ['serious', 'death', 'widespread'],
  stepNames: ['serious_incident'],
  steps(given) {
    const aware = momentOf(given.incident, 'aware')
    const variant = given.level === 'serious' ? '' : given.level
    return [
      {
        step: 'serious_incident',
        recipient: 'market surveillance authority',
        runsFrom: 'aware',
        article: ARTICLES[given.level] ?? 'AI Act 73(2)',
        from: aware.at,
        standsIn: aware.standsIn,
        due: endOf(aware.at, limitOf(given, 'serious_incident', variant), given.zone),
        forecast: null,
      },
    ]
  },
}

/** `widespread`: a widespread infringement, or a serious and irreversible disruption of critical infrastructure. */
const ARTICLES = { widespread: 'AI Act 73(3)', death: 'AI Act 73(4)' }
