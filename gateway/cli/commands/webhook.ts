import type { Command } from 'commander'
import { noun } from '../command.ts'
import { webhookForward } from './webhook-forward.ts'

export function webhookCommand(): Command {
  return noun('webhook', 'Webhook endpoints', [webhookForward()])
}
