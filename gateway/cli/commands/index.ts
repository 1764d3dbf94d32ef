import type { Command } from 'commander'

/** Every command, in the order of the help; only the code of the one that runs is loaded. */
const COMMANDS: { [name: string]: () => Promise<Command> } = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  env: async () => (await import('./env.ts')).envCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  org: async () => (await import('./org.ts')).orgCommand(),
  client: async () => (await import('./client.ts')).clientCommand(),
  certificates: async () => (await import('./certificates.ts')).certificatesCommand(),
  login: async () => (await import('./login.ts')).loginCommand(),
  logout: async () => (await import('./logout.ts')).logoutCommand(),
  user: async () => (await import('./user.ts')).userCommand(),
  key: async () => (await import('./key.ts')).keyCommand(),
  incident: async () => (await import('./incident.ts')).incidentCommand(),
  obligations: async () => (await import('./obligations.ts')).obligationsCommand(),
  reporting: async () => (await import('./reporting.ts')).reportingCommand(),
  asset: async () => (await import('./asset.ts')).assetCommand(),
  supplier: async () => (await import('./supplier.ts')).supplierCommand(),
  webhook: async () => (await import('./webhook.ts')).webhookCommand(),
  deliveries: async () => (await import('./deliveries.ts')).deliveriesCommand(),
  channel: async () => (await import('./channel.ts')).channelCommand(),
  notification: async () => (await import('./notification.ts')).notificationCommand(),
  system: async () => (await import('./system.ts')).systemCommand(),
  profile: async () => (await import('./profile.ts')).profileCommand(),
  suite: async () => (await import('./suite.ts')).suiteCommand(),
  review: async () => (await import('./review.ts')).reviewCommand(),
  certify: async () => (await import('./certify.ts')).certifyCommand(),
  attest: async () => (await import('./attest.ts')).attestCommand(),
  trigger: async () => (await import('./trigger.ts')).triggerCommand(),
  proposal: async () => (await import('./proposal.ts')).proposalCommand(),
  gate: async () => (await import('./gate.ts')).gateCommand(),
  decisions: async () => (await import('./decisions.ts')).decisionsCommand(),
  results: async () => (await import('./results.ts')).resultsCommand(),
  runs: async () => (await import('./runs.ts')).runsCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  audit: async () => (await import('./audit.ts')).auditCommand(),
  evidence: async () => (await import('./evidence.ts')).evidenceCommand(),
  'signing-key': async () => (await import('./signing-key.ts')).signingKeyCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(commands),
  witness: async () => (await import('./witness.ts')).witnessCommand(),
}

/** Loads the command of that name, or every command if there is none. */
export async function commands(name = ''): Promise<Command[]> {
  const found = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS)
  return Promise.all(found.map((load) => load()))
}
