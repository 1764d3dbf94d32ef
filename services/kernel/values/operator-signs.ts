/** Snapshots of decisions name operators by the words of the API. */
export const OPERATOR_SIGNS: { [word: string]: string } = { lte: '≤', lt: '<', gte: '≥', gt: '>', eq: '=' }

/** The gate's messages about a threshold name its operator by the word of the API: `must be lte 0.1`. People read `must be ≤ 0.1`. */
export const withSigns = (message: string): string =>
  message.replace(
    /\bmust be (lte|lt|gte|gt|eq) (?=[-\d])/g,
    (_, word: string) => `must be ${OPERATOR_SIGNS[word]} `,
  )
