import type { RetryOptions } from './http.ts'
import { AgentRuns, AuditEntries, EvalSuites, Evaluations, Gate, Incidents, Register } from './resources.ts'
import { Transport } from './transport.ts'
import type {
  Asset,
  AssetFilters,
  AssetRequest,
  Supplier,
  SupplierFilters,
  SupplierRequest,
} from './types.ts'

export type AttestryOptions = RetryOptions & {
  /** The address of the server, such as `https://attestry.example.com`. */
  baseUrl: string
  /** The API key. Read it from the environment, never from a file in a repository. */
  apiKey: string
}

/** A client of the organization that the API key belongs to. Answers are as the API gives them (docs/api.md). */
export class Attestry {
  readonly incidents: Incidents
  readonly assets: Register<Asset, AssetRequest, AssetFilters>
  readonly suppliers: Register<Supplier, SupplierRequest, SupplierFilters>
  readonly evaluations: Evaluations
  readonly evalSuites: EvalSuites
  readonly gate: Gate
  readonly agentRuns: AgentRuns
  readonly auditEntries: AuditEntries

  /** @throws TypeError `baseUrl` is not an address, or `apiKey` has characters that no key has */
  constructor({ baseUrl, apiKey, ...retryOptions }: AttestryOptions) {
    const transport = new Transport(baseUrl, apiKey, retryOptions)
    this.incidents = new Incidents(transport, '/incidents')
    this.assets = new Register(transport, '/assets')
    this.suppliers = new Register(transport, '/suppliers')
    this.evaluations = new Evaluations(transport, '/ai-evaluations')
    this.evalSuites = new EvalSuites(transport, '/eval-suites')
    this.gate = new Gate(transport, '/gate-status')
    this.agentRuns = new AgentRuns(transport, '/agent-runs')
    this.auditEntries = new AuditEntries(transport, '/audit-entries')
  }
}
