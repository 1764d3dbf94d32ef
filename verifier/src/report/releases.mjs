/** The verifiers of earlier releases. A verifier cannot contain the hash of itself or of a later one. */
export const RELEASES = Object.freeze([
  { version: '0.1.0', sha256: 'c4db971f2495e5f90d7e48ff827409d5fb392bdb2c3a9039fa11a3bf19c6941f' },
  { version: '0.1.1', sha256: '104454c6d9531d7dab70c4c7ad8e431bedb4b792e724e2b3229c7e0e792637f2' },
])

/**
 * Identifies the verify.mjs in a package.
 *
 * @param {string} sha256 of the file in the package, hex
 * @param {string} running SHA-256 of the running verifier, hex
 * @returns {PackagedVerifier}
 */
export function packagedVerifier(sha256, running) {
  const release = RELEASES.find((known) => known.sha256 === sha256)?.version ?? null
  return { sha256, is_this_verifier: sha256 === running, release }
}

/** @param {PackagedVerifier} packaged */
export function aboutPackagedVerifier({ sha256, is_this_verifier, release }) {
  if (is_this_verifier) return 'verify.mjs in the package is the same file as the one that runs.'
  if (release !== null)
    return `verify.mjs in the package is release ${release}, SHA-256 ${sha256}; another one runs.`
  return `verify.mjs in the package is unknown here, SHA-256 ${sha256}. Compare that with the published hash before you run it.`
}

/** @typedef {{ sha256: string, is_this_verifier: boolean, release: string | null }} PackagedVerifier */
