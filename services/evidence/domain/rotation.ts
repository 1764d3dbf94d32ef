import { canonicalJson } from '../../kernel/canonical-json.ts'
import { type PackageFile, rotationName } from './format.ts'
import { checkedSigner, kidOf, type Signer } from './keys.ts'

/**
 * Signs the handing over from one key to the next (docs/evidence-package.md section 5): whoever trusts the old key may
 * trust the new one. Both keys sign, so that neither can be claimed without holding it.
 *
 * @param number counts the rotations of the installation, from 1
 */
export async function rotate(input: {
  number: number
  from: Signer
  to: Signer
  at: Date
}): Promise<Rotation> {
  const from = checkedSigner(input.from)
  const to = checkedSigner(input.to)
  const statement = canonicalJson({
    new_key: to.spki.toString('base64'),
    new_kid: kidOf(to.spki),
    number: input.number,
    old_key: from.spki.toString('base64'),
    old_kid: kidOf(from.spki),
    rotated_at: input.at.toISOString(),
    type: 'attestry-key-rotation',
    v: 1,
  })
  const message = Buffer.from(statement)
  return {
    number: input.number,
    statement,
    oldSignature: await from.sign(message),
    newSignature: await to.sign(message),
  }
}

/** The file of a rotation in a package. */
export function rotationFile(rotation: Rotation): PackageFile {
  const text = canonicalJson({
    new_signature: Buffer.from(rotation.newSignature).toString('base64'),
    old_signature: Buffer.from(rotation.oldSignature).toString('base64'),
    statement: rotation.statement,
  })
  return { name: rotationName(rotation.number), bytes: Buffer.from(`${text}\n`) }
}

/** A signed rotation, as it is stored. */
export type Rotation = {
  number: number
  /** RFC 8785 text; its UTF-8 bytes are what both keys signed. */
  statement: string
  /** DER, low-S. */
  oldSignature: Uint8Array
  newSignature: Uint8Array
}
