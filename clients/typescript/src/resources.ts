import { decisionOf } from './decision.ts'
import { LogChanged, Unreachable } from './errors.ts'
import { List } from './list.ts'
import type { CallOptions, CreateOptions, Query, Transport } from './transport.ts'
import type {
  AgentEvent,
  AgentEventRequest,
  AgentRun,
  AgentRunFilters,
  AgentRunRequest,
  AttestationOptions,
  AuditEntry,
  AuditFilters,
  DsseEnvelope,
  EvalSuite,
  EvalSuiteFilters,
  Evaluation,
  EvaluationFilters,
  EvaluationRequest,
  EvaluationWarning,
  GateDecision,
  Incident,
  IncidentFilters,
  IncidentRequest,
  IncidentStatusRequest,
  SigstoreBundle,
} from './types.ts'

/** The base of every resource. */
class Resource {
  protected readonly transport: Transport
  protected readonly path: string

  constructor(transport: Transport, path: string) {
    this.transport = transport
    this.path = path
  }

  protected async read<Answer>(path: string, query: Query, options: CallOptions): Promise<Answer> {
    return (await this.transport.get(path, query, options)) as Answer
  }

  protected rows<Row>(filters: object | undefined, options: CallOptions): List<Row> {
    return new List(this.transport, this.path, { ...filters }, options)
  }

  /**
   * Submits items, `size` per call. Each call is stored completely or not at all. If a call is refused, the calls before it stay
   * stored.
   *
   * @throws RangeError the caller gave an idempotency key, which is for one call, and the items need several
   */
  protected async submitAll<Stored>(
    path: string,
    field: string,
    items: readonly unknown[],
    size: number,
    options: CreateOptions,
    onAnswer: (answer: { data: Stored[]; warnings?: EvaluationWarning[] }, from: number) => void = () => {},
  ): Promise<Stored[]> {
    if (options.idempotencyKey !== undefined && items.length > size)
      throw new RangeError(`idempotencyKey: one call takes at most ${size} items`)
    const stored: Stored[] = []
    for (let from = 0; from < items.length; from += size) {
      const body = { [field]: items.slice(from, from + size) }
      const answer = (await this.transport.post(path, body, options)) as { data: Stored[] }
      stored.push(...answer.data)
      onAnswer(answer, from)
    }
    return stored
  }
}

/** A resource that is created and listed. */
export class Register<Row, Body, Filters extends object> extends Resource {
  async create(body: Body, options: CreateOptions = {}): Promise<Row> {
    return (await this.transport.post(this.path, body, options)) as Row
  }

  /** Newest first. `limit` is the size of a page. */
  list(filters?: Filters, options: CallOptions = {}): List<Row> {
    return this.rows(filters, options)
  }
}

export class Incidents extends Register<Incident, IncidentRequest, IncidentFilters> {
  get(id: string, options: CallOptions = {}): Promise<Incident> {
    return this.read(`${this.path}/${encodeURIComponent(id)}`, {}, options)
  }

  /** Sets the status of an incident. Changes nothing if it already has this status. */
  async setStatus(id: string, body: IncidentStatusRequest, options: CallOptions = {}): Promise<Incident> {
    return (await this.transport.post(
      `${this.path}/${encodeURIComponent(id)}/status`,
      body,
      options,
    )) as Incident
  }
}

export class Evaluations extends Resource {
  /** Submits results, 100 per call. `warnings` names, by index, the results that the gate does not look at. */
  async submit(
    results: readonly EvaluationRequest[],
    options: CreateOptions = {},
  ): Promise<{ data: Evaluation[]; warnings: EvaluationWarning[] }> {
    const warnings: EvaluationWarning[] = []
    const data = await this.submitAll<Evaluation>(
      this.path,
      'evaluations',
      results,
      100,
      options,
      (answer, from) => {
        for (const warning of answer.warnings ?? [])
          warnings.push({ ...warning, index: from + warning.index })
      },
    )
    return { data, warnings }
  }

  list(filters?: EvaluationFilters, options: CallOptions = {}): List<Evaluation> {
    return this.rows(filters, options)
  }
}

export class EvalSuites extends Resource {
  list(filters?: EvalSuiteFilters, options: CallOptions = {}): List<EvalSuite> {
    return this.rows(filters, options)
  }
}

export class AgentRuns extends Resource {
  /** Reports runs, 100 per call. */
  submit(runs: readonly AgentRunRequest[], options: CreateOptions = {}): Promise<AgentRun[]> {
    return this.submitAll(this.path, 'runs', runs, 100, options)
  }

  /** Reports events of a run, 500 per call. */
  submitEvents(
    runId: string,
    events: readonly AgentEventRequest[],
    options: CreateOptions = {},
  ): Promise<AgentEvent[]> {
    const path = `${this.path}/${encodeURIComponent(runId)}/events`
    return this.submitAll(path, 'events', events, 500, options)
  }

  list(filters?: AgentRunFilters, options: CallOptions = {}): List<AgentRun> {
    return this.rows(filters, options)
  }
}

export class Gate extends Resource {
  /** Asks whether an AI system may be released. Every call stores its decision. @throws Unreachable the answer is not a decision */
  async status(aiSystemId: string, options: CallOptions = {}): Promise<GateDecision> {
    return decisionOf(
      await this.transport.get(`${this.path}/${encodeURIComponent(aiSystemId)}`, {}, options),
      aiSystemId,
    )
  }

  /** Asks as `status` does, by the exact name of the AI system. @throws Unreachable the answer is not a decision */
  async statusByName(name: string, options: CallOptions = {}): Promise<GateDecision> {
    return decisionOf(await this.transport.get(this.path, { ai_system_name: name }, options))
  }

  /** Returns a decision as a signed document (docs/decision-attestations.md). */
  attestation(
    decisionId: string,
    query: AttestationOptions = {},
    options: CallOptions = {},
  ): Promise<SigstoreBundle | DsseEnvelope> {
    return this.read(`/gate-decisions/${encodeURIComponent(decisionId)}/attestation`, query, options)
  }
}

type Leaves = { data: AuditEntry[]; last_leaf: number | null }

export class AuditEntries extends Resource {
  /** Newest first. */
  list(filters?: AuditFilters, options: CallOptions = {}): List<AuditEntry> {
    return this.rows(filters, options)
  }

  /**
   * Returns the entries after a place in the log, in the order of the log, up to its present end.
   *
   * @param last the last entry that was read, or its place; -1 to begin at the start. With an entry, the log MUST still have it: a
   *   log restored to an earlier state would otherwise seem to have nothing new, and its new entries up to that place would be
   *   left out.
   * @throws LogChanged the log does not have the entry any more, or an entry is not in its place
   * @throws Unreachable more pages in a row have no entry than a log can have
   * @throws RangeError the entry has no place in the log yet
   */
  async *after(
    last: number | Pick<AuditEntry, 'id' | 'leaf_index'>,
    filters?: AuditFilters,
    options: CallOptions = {},
  ): AsyncGenerator<AuditEntry> {
    let place = typeof last === 'number' ? last : await this.#placeOf(last, options)
    for (let empty = 0; empty < MAX_EMPTY; empty++) {
      const query = { limit: 200, ...filters, after_leaf: place }
      const { data, last_leaf } = await this.read<Leaves>(this.path, query, options)
      let shown = place
      for (const entry of data) {
        const { leaf_index: index } = entry
        if (index === null || index <= shown)
          throw new LogChanged(`an entry after ${shown} is not in its place`)
        shown = index
        empty = -1
        yield entry
      }
      if (last_leaf === null || last_leaf <= place) return
      place = last_leaf
    }
    throw new Unreachable(`the server answered ${MAX_EMPTY} pages without an entry`)
  }

  async #placeOf(last: Pick<AuditEntry, 'id' | 'leaf_index'>, options: CallOptions): Promise<number> {
    const { id, leaf_index: place } = last
    if (place === null) throw new RangeError('the entry has no place in the log yet')
    const { data } = await this.read<Leaves>(this.path, { limit: 1, after_leaf: place - 1 }, options)
    if (data[0]?.id === id) return place
    throw new LogChanged(`the log does not have entry ${id} at ${place} any more`)
  }
}

/** A page without an entry is made of 10,000 entries that do not match the filters: 200 million. */
const MAX_EMPTY = 20_000
