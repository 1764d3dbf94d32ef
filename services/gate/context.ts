import type { Clock } from '../kernel/clock.ts'
import { type Database, openDatabase } from '../kernel/database/database.ts'
import type { Log } from '../kernel/logging/log.ts'
import type { GateConfig } from './config.ts'
import { type AcceptanceStore, acceptanceStore } from './store/acceptance.ts'
import { type ApprovalStore, approvalStore } from './store/approvals.ts'
import { type DecisionStore, decisionStore } from './store/decisions.ts'
import { stateEntities } from './store/entities/state.ts'
import { type FindingStore, findingStore } from './store/findings.ts'
import { type ProfileStore, profileStore } from './store/profiles.ts'
import { type SuiteStore, suiteStore } from './store/suites.ts'
import { type SystemStore, systemStore } from './store/systems.ts'
import { type TriggerStore, triggerStore } from './store/triggers.ts'

/** Everything the gate's RPCs depend on. A test overrides one field. */
export type GateContext = {
  cfg: GateConfig
  clock: Clock
  log: Log
  db: Database
  systems: SystemStore
  profiles: ProfileStore
  suites: SuiteStore
  certifications: ApprovalStore
  attestations: ApprovalStore
  findings: FindingStore
  acceptance: AcceptanceStore
  triggers: TriggerStore
  decisions: DecisionStore
}

export async function createContext(cfg: GateConfig, deps: { clock: Clock; log: Log }): Promise<GateContext> {
  const db = await openDatabase({
    url: cfg.databaseUrl,
    service: 'gate',
    entities: stateEntities,
    log: deps.log,
  })
  const findings = findingStore(db)
  return {
    cfg,
    ...deps,
    db,
    systems: systemStore(db),
    profiles: profileStore(db),
    suites: suiteStore(db),
    certifications: approvalStore(db, 'certifications'),
    attestations: approvalStore(db, 'attestations'),
    findings,
    acceptance: acceptanceStore(findings),
    triggers: triggerStore(db),
    decisions: decisionStore(db),
  }
}
