import { BlockReason } from '../../../../proto/gen/attestry/gate/v1/gate_pb.ts'

/** The parts of the page where a reason is resolved, in the order of the work, and their names. */
export const REMEDIES: { [reason: number]: [string, string][] } = {
  [BlockReason.SUITE_MISSING]: [['suites', 'Go to suites']],
  [BlockReason.AGENT_PROFILE_MISSING]: [['profiles', 'Go to agent profiles']],
  [BlockReason.NO_APPROVED_RUN]: [
    ['outcome', 'Go to results'],
    ['certifications', 'Go to certifications'],
  ],
  [BlockReason.SUITE_VERSION_CHANGED]: [['certifications', 'Go to certifications']],
  [BlockReason.VERSION_DRIFT]: [
    ['profiles', 'Go to agent profiles'],
    ['certifications', 'Go to certifications'],
  ],
  [BlockReason.OPEN_DRIFT_TRIGGER]: [['triggers', 'Go to open triggers']],
  [BlockReason.ATTESTATION_MISSING]: [['attestations', 'Go to attestations']],
}
