import type { Scale } from '../levels.ts'

/** CrowdStrike's scale of 0 to 100 (Falcon API reference, "severity"): medium from 40, high from 60, critical from 80. */
export const CROWDSTRIKE_SCORE: Scale = { low: 0, medium: 40, high: 60, critical: 80 }
