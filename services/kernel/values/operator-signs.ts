/** The signs of operators by the words of the API, which snapshots of decisions use. */
export const OPERATOR_SIGNS: { [word: string]: string } = { lte: '≤', lt: '<', gte: '≥', gt: '>', eq: '=' }

/**
 * Replaces the words of operators by their signs. The gate's messages about a threshold say `must be lte 0.1`; people read `must
 * be ≤ 0.1`.
 */
export const withSigns = (message: string): string =>
  message.replace(
    /\bmust be (lte|lt|gte|gt|eq) (?=[-\d])/g,
    (_, word: string) => `must be ${OPERATOR_SIGNS[word]} `,
  )
