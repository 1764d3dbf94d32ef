import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of Tenable Identity Exposure (Tenable.ad, Alsid) about an Active Directory (device-text.ts): a deviance that was found, or a change. */
export const tenableIdentityExposure: Product = {
  id: 'tenable_identity_exposure',
  name: 'Tenable Identity Exposure',
  source: 'SEKOIA-IO/intake-formats, Tenable/alsid/tests',
  forms: [[is('tenable_ad.type', '0', '1'), has('tenable_ad.forest'), has('tenable_ad.domain')]],
  title: ['{tenable_ad.codename}: {tenable_ad.object}', 'tenable_ad.codename'],
  titleStandIn: ['Event of {tenable_ad.domain}'],
  description: ['{tenable_ad.reason} in {tenable_ad.domain}'],
  severity: [word('tenable_ad.severity')],
  time: ['tenable_ad.time'],
  systems: ['tenable_ad.domain'],
  identity: {
    of: hashOf(
      ...['tenable_ad.type', 'tenable_ad.forest', 'tenable_ad.domain', 'tenable_ad.codename'],
      ...['tenable_ad.object', 'tenable_ad.deviance', 'tenable_ad.reason', 'tenable_ad.details'],
    ),
    why: 'Shared by installations: a number that each counts for a deviance. Forest, domain, indicator, object, reason and details are added; profiles that send it too repeat them.',
  },
  state: [when('tenable_ad.type', ['1'], 'informational')],
}
