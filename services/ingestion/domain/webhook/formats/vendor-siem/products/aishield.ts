import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'

/** An attack on an AI model that AIShield found, as its table in Sentinel holds it: extraction, evasion, poisoning. */
export const aiShield: Product = {
  id: 'aishield',
  name: 'AIShield',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/AIShield_CL.json',
  forms: [
    [
      ...[has('attack_name'), has('asset_id'), has('suspicious_level')],
      like('service_name', /_defense_engine/, '…_defense_engine'),
    ],
  ],
  title: ['{RawMessage}: {asset_id}', '{attack_name}: {asset_id}'],
  description: ['{service_name}, probability {probability}', 'service_name'],
  severity: [
    codes('suspicious_level', {
      'high suspicious attack': 'high',
      'medium suspicious attack': 'medium',
      'low suspicious attack': 'low',
    }),
  ],
  time: ['timestamp'],
  systems: ['asset_id'],
  identity: {
    of: hashOf(
      'service_name',
      'asset_id',
      'source_name',
      'attack_name',
      'probability',
      'suspicious_level',
      'timestamp',
      'TimeGenerated',
    ),
    why: 'An alert has no id, and several attacks can have the same time. Identity: engine, model, attack, grade, probability and both times.',
  },
}
