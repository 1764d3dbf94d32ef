import { sha256 } from '../../kernel/crypto/digest.ts'

/** The product that an alert comes from, and the key that it gets where another vendor's alert has the key of its id. */
export type Numbered = { product: string; key: Buffer }

/**
 * An alert that its product identifies by a bare number. A product of another vendor may use the same number
 * (docs/decisions/0271-numbers-of-two-products.md). Undefined for any other alert.
 */
export function numberedAlert({ product, externalId }: Source): Numbered | undefined {
  if (product === undefined || externalId === undefined || !NUMBER.test(externalId)) return undefined
  return { product, key: sha256(`event\0${product}\0${externalId}`) }
}

/** Whether two products are of different vendors. A product that is not known counts as of the same vendor. */
export function isOfOtherVendor(product: string, other: string | undefined): boolean {
  return other !== undefined && vendorOf(product) !== vendorOf(other)
}

/** Tables of one vendor begin with its name: `wazuh_4`, `wazuh_5`. */
function vendorOf(product: string): string {
  return product.split('_', 1)[0]!
}

const NUMBER = /^[0-9][0-9.:-]{0,39}$/

type Source = { product?: string | undefined; externalId?: string | undefined }
