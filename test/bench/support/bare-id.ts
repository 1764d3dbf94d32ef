/** The id of the only organization, and of the only AI system, of the reference. */
export const BARE_ID = '018f0000-0000-7000-8000-000000000001'
