import { CertificationService } from '../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { GateService } from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { ProfileService } from '../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SuiteService } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { ProposalService, TriggerService } from '../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import type { Routes } from '../kernel/transport/routes.ts'
import type { GateContext } from './context.ts'
import { acceptProposal } from './rpc/accept-proposal.ts'
import { attest } from './rpc/attest.ts'
import { certify } from './rpc/certify.ts'
import { createProfile } from './rpc/create-profile.ts'
import { createSuite } from './rpc/create-suite.ts'
import { createSystem } from './rpc/create-system.ts'
import { dismissProposal } from './rpc/dismiss-proposal.ts'
import { getDecision } from './rpc/get-decision.ts'
import { getSuiteOutcome } from './rpc/get-suite-outcome.ts'
import { getSystem } from './rpc/get-system.ts'
import { listAttestations } from './rpc/list-attestations.ts'
import { listCertifications } from './rpc/list-certifications.ts'
import { listDecisions } from './rpc/list-decisions.ts'
import { listEvalSuites } from './rpc/list-eval-suites.ts'
import { listProfiles } from './rpc/list-profiles.ts'
import { listProposals } from './rpc/list-proposals.ts'
import { listSystems } from './rpc/list-systems.ts'
import { listTriggers } from './rpc/list-triggers.ts'
import { openTrigger } from './rpc/open-trigger.ts'
import { queryGate } from './rpc/query-gate.ts'
import { queryGateByName } from './rpc/query-gate-by-name.ts'
import { replayDecision } from './rpc/replay-decision.ts'
import { resolveTrigger } from './rpc/resolve-trigger.ts'
import { review } from './rpc/review.ts'
import { summarizeDecisions } from './rpc/summarize-decisions.ts'
import { updateProfile } from './rpc/update-profile.ts'
import { updateSystem } from './rpc/update-system.ts'

/** The gate's Connect services, each method one file under rpc/. */
export function gateRoutes(ctx: GateContext): Routes {
  return (sink) => {
    sink.service(SystemService, {
      createSystem: createSystem(ctx),
      listSystems: listSystems(ctx),
      getSystem: getSystem(ctx),
      updateSystem: updateSystem(ctx),
    })
    sink.service(ProfileService, {
      createProfile: createProfile(ctx),
      listProfiles: listProfiles(ctx),
      updateProfile: updateProfile(ctx),
    })
    sink.service(SuiteService, {
      createSuite: createSuite(ctx),
      listEvalSuites: listEvalSuites(ctx),
      getSuiteOutcome: getSuiteOutcome(ctx),
    })
    sink.service(CertificationService, {
      review: review(ctx),
      certify: certify(ctx),
      listCertifications: listCertifications(ctx),
      attest: attest(ctx),
      listAttestations: listAttestations(ctx),
    })
    sink.service(TriggerService, {
      listTriggers: listTriggers(ctx),
      openTrigger: openTrigger(ctx),
      resolveTrigger: resolveTrigger(ctx),
    })
    sink.service(ProposalService, {
      listProposals: listProposals(ctx),
      acceptProposal: acceptProposal(ctx),
      dismissProposal: dismissProposal(ctx),
    })
    sink.service(GateService, {
      queryGate: queryGate(ctx),
      queryGateByName: queryGateByName(ctx),
      replayDecision: replayDecision(ctx),
      getDecision: getDecision(ctx),
      listDecisions: listDecisions(ctx),
      summarizeDecisions: summarizeDecisions(ctx),
    })
  }
}
