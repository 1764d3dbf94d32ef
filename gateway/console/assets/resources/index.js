import { agentRuns } from './agent-runs.js'
import { assets } from './assets.js'
import { audit } from './audit.js'
import { channels } from './channels.js'
import { evaluations } from './evaluations.js'
import { exports } from './exports.js'
import { incidents } from './incidents.js'
import { keys } from './keys.js'
import { notifications } from './notifications.js'
import { proposals } from './proposals.js'
import { signingKeys } from './signing-keys.js'
import { suppliers } from './suppliers.js'
import { systems } from './systems.js'
import { triggers } from './triggers.js'
import { users } from './users.js'
import { webhooks } from './webhooks.js'

/** Everything that the console shows, in the order of its menu. */
export const RESOURCES = [
  incidents,
  assets,
  suppliers,
  systems,
  evaluations,
  agentRuns,
  triggers,
  proposals,
  audit,
  exports,
  notifications,
  signingKeys,
  keys,
  webhooks,
  channels,
  users,
]
