// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/rule-sets.ts, whose types are taken away. Do not change it here.
const hours = (amount) => ({ amount, unit: 'hours' })
const days = (amount) => ({ amount, unit: 'days' })
const months = (amount) => ({ amount, unit: 'months' })

/** The rule sets, oldest first. A rule set that has landed never changes: the next one begins where it ends. */
export const RULE_SETS = [
  {
    version: 'eu-1',
    valid_from: '2000-01-01T00:00:00.000Z',
    valid_until: null,
    limits: {
      'nis2.early_warning': hours(24),
      'nis2.notification': hours(72),
      'nis2.notification.trust_services': hours(24),
      'nis2.final': months(1),
      'dora.initial.classified': hours(4),
      'dora.initial.aware': hours(24),
      'dora.intermediate': hours(72),
      'dora.final': months(1),
      'cra_vulnerability.early_warning': hours(24),
      'cra_vulnerability.notification': hours(72),
      'cra_vulnerability.final': days(14),
      'cra_incident.early_warning': hours(24),
      'cra_incident.notification': hours(72),
      'cra_incident.final': months(1),
      'ai_act.serious_incident': days(15),
      'ai_act.serious_incident.widespread': days(2),
      'ai_act.serious_incident.death': days(10),
      'gdpr.authority': hours(72),
      'cer.initial': hours(24),
      'cer.detailed': months(1),
      'eidas_qualified.notification': hours(24),
    },
  },
]

/** The settings of an organization that has made none. */
export const DEFAULT_SETTINGS = {
  time_zone: 'UTC',
  holidays: [],
  dora_no_weekend_rule: false,
  trust_service_provider: false,
  differences: [],
  version: 0,
}
