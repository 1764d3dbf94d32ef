import type { Command } from 'commander'

/** Every command, in the order of the help; only the code of the one that runs is loaded. */
const COMMANDS: { [name: string]: () => Promise<Command> } = {
  serve: async () => (await import('./installation/serve.ts')).serveCommand(),
  env: async () => (await import('./installation/env.ts')).envCommand(),
  migrate: async () => (await import('./installation/migrate.ts')).migrateCommand(),
  org: async () => (await import('./access/org.ts')).orgCommand(),
  client: async () => (await import('./access/client.ts')).clientCommand(),
  certificates: async () => (await import('./installation/certificates.ts')).certificatesCommand(),
  login: async () => (await import('./access/login.ts')).loginCommand(),
  logout: async () => (await import('./access/logout.ts')).logoutCommand(),
  user: async () => (await import('./access/user.ts')).userCommand(),
  key: async () => (await import('./access/key.ts')).keyCommand(),
  incident: async () => (await import('./incidents/incident.ts')).incidentCommand(),
  obligations: async () => (await import('./incidents/obligations.ts')).obligationsCommand(),
  reporting: async () => (await import('./incidents/reporting.ts')).reportingCommand(),
  asset: async () => (await import('./registers/asset.ts')).assetCommand(),
  supplier: async () => (await import('./registers/supplier.ts')).supplierCommand(),
  webhook: async () => (await import('./webhooks/webhook.ts')).webhookCommand(),
  deliveries: async () => (await import('./webhooks/deliveries.ts')).deliveriesCommand(),
  channel: async () => (await import('./notifications/channel.ts')).channelCommand(),
  notification: async () => (await import('./notifications/notification.ts')).notificationCommand(),
  system: async () => (await import('./gate/system.ts')).systemCommand(),
  profile: async () => (await import('./gate/profile.ts')).profileCommand(),
  suite: async () => (await import('./gate/suite.ts')).suiteCommand(),
  review: async () => (await import('./gate/review.ts')).reviewCommand(),
  certify: async () => (await import('./gate/certify.ts')).certifyCommand(),
  attest: async () => (await import('./gate/attest.ts')).attestCommand(),
  trigger: async () => (await import('./gate/trigger.ts')).triggerCommand(),
  proposal: async () => (await import('./gate/proposal.ts')).proposalCommand(),
  gate: async () => (await import('./gate/gate.ts')).gateCommand(),
  decisions: async () => (await import('./gate/decisions.ts')).decisionsCommand(),
  results: async () => (await import('./ingestion/results.ts')).resultsCommand(),
  runs: async () => (await import('./ingestion/runs.ts')).runsCommand(),
  import: async () => (await import('./ingestion/import.ts')).importCommand(),
  audit: async () => (await import('./log/audit.ts')).auditCommand(),
  evidence: async () => (await import('./evidence/evidence.ts')).evidenceCommand(),
  'signing-key': async () => (await import('./evidence/signing-key.ts')).signingKeyCommand(),
  verify: async () => (await import('./evidence/verify.ts')).verifyCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(commands),
  witness: async () => (await import('./installation/witness.ts')).witnessCommand(),
}

/** Loads the command of that name, or every command if there is none. */
export async function commands(name = ''): Promise<Command[]> {
  const found = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS)
  return Promise.all(found.map((load) => load()))
}
