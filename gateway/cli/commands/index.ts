import type { Command } from 'commander'
import { assetCommand } from './asset.ts'
import { attestCommand } from './attest.ts'
import { auditCommand } from './audit.ts'
import { certificatesCommand } from './certificates.ts'
import { certifyCommand } from './certify.ts'
import { clientCommand } from './client.ts'
import { evidenceCommand } from './evidence.ts'
import { gateCommand } from './gate.ts'
import { incidentCommand } from './incident.ts'
import { keyCommand } from './key.ts'
import { loginCommand } from './login.ts'
import { logoutCommand } from './logout.ts'
import { migrateCommand } from './migrate.ts'
import { orgCommand } from './org.ts'
import { profileCommand } from './profile.ts'
import { proposalCommand } from './proposal.ts'
import { serveCommand } from './serve.ts'
import { signingKeyCommand } from './signing-key.ts'
import { suiteCommand } from './suite.ts'
import { supplierCommand } from './supplier.ts'
import { systemCommand } from './system.ts'
import { triggerCommand } from './trigger.ts'
import { userCommand } from './user.ts'
import { verifyCommand } from './verify.ts'
import { webhookCommand } from './webhook.ts'

/** Every command, in the order in which the help names them. */
export function commands(): Command[] {
  return [
    serveCommand(),
    migrateCommand(),
    orgCommand(),
    clientCommand(),
    certificatesCommand(),
    loginCommand(),
    logoutCommand(),
    userCommand(),
    keyCommand(),
    incidentCommand(),
    assetCommand(),
    supplierCommand(),
    webhookCommand(),
    systemCommand(),
    profileCommand(),
    suiteCommand(),
    certifyCommand(),
    attestCommand(),
    triggerCommand(),
    proposalCommand(),
    gateCommand(),
    auditCommand(),
    evidenceCommand(),
    signingKeyCommand(),
    verifyCommand(),
  ]
}
