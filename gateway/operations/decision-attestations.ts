import { z } from 'zod'
import {
  AttestDecisionRequestSchema,
  EvidenceService,
} from '../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { id } from '../schema/fields.ts'
import { requestBody } from '../schema/request.ts'
import { operation } from './operation.ts'

const envelope = z
  .object({
    payload: z.string().meta({ description: 'The in-toto statement, base64.' }),
    payloadType: z.literal('application/vnd.in-toto+json'),
    signatures: z.array(
      z.object({
        keyid: z.string().meta({ description: 'The signing key.' }),
        sig: z.string().meta({ description: 'ECDSA P-256 with SHA-256 in DER, base64.' }),
      }),
    ),
  })
  .meta({ id: 'DsseEnvelope' })
const bundle = z
  .object({
    mediaType: z.literal('application/vnd.dev.sigstore.bundle.v0.3+json'),
    verificationMaterial: z.object({ publicKey: z.object({ hint: z.string() }) }),
    dsseEnvelope: envelope,
  })
  .meta({ id: 'SigstoreBundle' })

/** Beyond the v1 contract (docs/decision-attestations.md). */
export const decisionAttestationOperations = [
  operation({
    rpc: EvidenceService.method.attestDecision,
    method: 'GET',
    path: '/gate-decisions/{decisionId}/attestation',
    permission: 'gate:query',
    summary: 'Get a gate decision as a signed in-toto statement',
    tag: 'Release gate',
    params: z.object({ decisionId: id() }),
    query: requestBody(AttestDecisionRequestSchema),
    response: z.union([bundle, envelope]),
    errors: { 404: "The decision is not of the key's organization." },
    handle: async ({ params, query }, { clients, options }) => {
      const { attestation } = await clients.evidence.attestDecision(
        { ...query, decisionId: params.decisionId },
        options,
      )
      return JSON.parse(attestation)
    },
  }),
]
