import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** Current state of the installation's signing keys. */
export const SigningKeyEntity = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    id: p.uuid().primary(),
    kid: p.text(),
    keyArn: p.text().fieldName('key_arn'),
    publicKey: p.blob().$type<Buffer>().fieldName('public_key'),
    number: p.integer(),
    statement: p.text().nullable(),
    oldSignature: p.blob().$type<Buffer>().nullable().fieldName('old_signature'),
    newSignature: p.blob().$type<Buffer>().nullable().fieldName('new_signature'),
    status: p.text().$type<'active' | 'retired' | 'revoked'>(),
    validFrom: p.datetime(3).fieldName('valid_from'),
    validUntil: p.datetime(3).nullable().fieldName('valid_until'),
    revocationReason: p.text().nullable().fieldName('revocation_reason'),
    version: p.integer(),
  },
})

export type SigningKeyRow = InferEntity<typeof SigningKeyEntity>
