/** The one organization and system that the reference knows. */
export const BARE_ID = '018f0000-0000-7000-8000-000000000001'
