import { randomBytes } from 'node:crypto'
import type { Kms } from '../../kernel/crypto/kms.ts'
import { nameOfSealed, OpenedSecrets } from '../../kernel/crypto/opened-secrets.ts'
import type { SealContext } from '../../kernel/crypto/sealed.ts'
import { sealedSecrets } from '../../kernel/crypto/sealed-secrets.ts'
import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import type { SealedChannel } from '../store/notifications/channels.ts'

/** The encrypted part of a channel that is called over HTTP. */
export type ChannelSecret = {
  url: string
  /** `whsec_` and base64 of 32 random bytes (Standard Webhooks). Only webhook channels have one. */
  signing?: string
}

type ChannelRef = { orgId: string; id: string }

/** Seals and opens the addresses and signing secrets of channels, each under a separate data key. */
export type ChannelSecrets = {
  seal(channel: ChannelRef, secret: ChannelSecret): Promise<SealedChannel>
  /** Opened secrets are cached by their ciphertext: each process calls the key service once for a secret. */
  open(channel: ChannelRef, sealed: NonNullable<SealedChannel>): Promise<ChannelSecret>
}

export function channelSecrets(kms: Kms, keys: WrappingKeys): ChannelSecrets {
  const { seal, unwrap } = sealedSecrets(kms, keys)
  const opened = new OpenedSecrets<ChannelSecret>(CAPACITY)
  return {
    seal: (channel, secret) => seal(contextOf(channel), JSON.stringify(secret)),
    open: (channel, sealed) =>
      opened.get(nameOfSealed(channel.id, sealed), async () =>
        JSON.parse(await unwrap(contextOf(channel), sealed)),
      ),
  }
}

/** A new signing secret. */
export function mintSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function contextOf({ orgId, id }: ChannelRef): SealContext {
  return { purpose: 'attestry notification channel', organization_id: orgId, channel_id: id }
}

/** How many opened secrets a process caches. */
const CAPACITY = 1000
