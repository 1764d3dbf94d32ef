import type { Command } from 'commander'
import { resource } from '../command.ts'
import { webhookDeliveries } from './webhook-deliveries.ts'
import {
  webhookCreate,
  webhookList,
  webhookRevoke,
  webhookRotate,
  webhookUpdate,
} from './webhook-endpoints.ts'
import { webhookForward } from './webhook-forward.ts'
import { webhookTry } from './webhook-try.ts'

export function webhookCommand(): Command {
  return resource('webhook', 'Webhook endpoints', [
    webhookCreate(),
    webhookList(),
    webhookUpdate(),
    webhookRotate(),
    webhookRevoke(),
    webhookDeliveries(),
    webhookTry(),
    webhookForward(),
  ])
}
