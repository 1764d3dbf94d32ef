import { valueAt } from '../../../fields.ts'
import { hashOf, idAt } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * An event of Tenable Identity Exposure (Tenable.ad, Alsid) about an Active Directory (device-text.ts): a deviance, a change,
 * or an attack.
 */
export const tenableIdentityExposure: Product = {
  id: 'tenable_identity_exposure',
  name: 'Tenable Identity Exposure',
  source: 'SEKOIA-IO/intake-formats, Tenable/alsid/tests',
  forms: [[is('tenable_ad.type', '0', '1', '2'), has('tenable_ad.forest'), has('tenable_ad.domain')]],
  title: [
    '{tenable_ad.codename}: {tenable_ad.object}',
    '{tenable_ad.codename}: {tenable_ad.target_host}',
    '{tenable_ad.codename}: {tenable_ad.target_address}',
    'tenable_ad.codename',
  ],
  titleStandIn: ['Event of {tenable_ad.domain}'],
  description: [
    '{tenable_ad.reason} in {tenable_ad.domain}',
    'From {tenable_ad.source_host} ({tenable_ad.source_address}) in {tenable_ad.domain}',
    'From {tenable_ad.source_address} in {tenable_ad.domain}',
    'From {tenable_ad.source_host} in {tenable_ad.domain}',
  ],
  severity: [word('tenable_ad.severity')],
  time: ['tenable_ad.time'],
  systems: ['tenable_ad.domain', 'tenable_ad.target_host', 'tenable_ad.target_address'],
  identity: {
    of: (alert) => (valueAt(alert, 'tenable_ad.type') === '2' ? attack(alert) : deviance(alert)),
    why: 'The id is not unique: each installation counts its own numbers for deviances. Identity: id, forest, domain, indicator, object, reason and details. Profiles that send the same deviance repeat them. An attack has no number. Identity of an attack: the whole entry with the time of its header. Without that time, only the very delivery identifies it.',
  },
  state: [when('tenable_ad.type', ['1'], 'informational')],
}

const deviance = hashOf(
  ...['tenable_ad.type', 'tenable_ad.forest', 'tenable_ad.domain', 'tenable_ad.codename'],
  ...['tenable_ad.object', 'tenable_ad.deviance', 'tenable_ad.reason', 'tenable_ad.details'],
)

/** The second number is that of the rule that sends the event. */
function attack(alert: unknown): string | null {
  return idAt(alert, ['tenable_ad.time']) === null ? null : attackAt(alert)
}

const attackAt = hashOf(
  ...['tenable_ad.type', 'tenable_ad.forest', 'tenable_ad.domain', 'tenable_ad.codename', 'tenable_ad.time'],
  ...['tenable_ad.source_host', 'tenable_ad.source_address', 'tenable_ad.target_host'],
  ...['tenable_ad.target_address', 'tenable_ad.details'],
)
