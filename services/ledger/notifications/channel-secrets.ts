import { randomBytes } from 'node:crypto'
import type { Kms } from '../../kernel/crypto/kms.ts'
import { openSecret, type SealContext, sealSecret } from '../../kernel/crypto/sealed.ts'
import { unwrapDataKey, type WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { SealedChannel } from '../store/notifications/channels.ts'

/** What is stored encrypted of a channel that is called over HTTP. */
export type ChannelSecret = {
  url: string
  /** `whsec_` and base64 of 32 random bytes (Standard Webhooks); of a webhook channel only. */
  signing?: string
}

type ChannelRef = { orgId: string; id: string }

/** Seals and opens the addresses and signing secrets of channels, each under a data key of its own. */
export type ChannelSecrets = {
  seal(channel: ChannelRef, secret: ChannelSecret): Promise<SealedChannel>
  /** Opened secrets are cached by their ciphertext: the key service is called once a process and secret. */
  open(channel: ChannelRef, sealed: NonNullable<SealedChannel>): Promise<ChannelSecret>
}

export function channelSecrets(kms: Kms, keys: WrappingKeys, capacity = 1000): ChannelSecrets {
  const opened = new Map<string, Promise<ChannelSecret>>()
  const keep = (name: string, secret: Promise<ChannelSecret>): Promise<ChannelSecret> => {
    opened.delete(name)
    opened.set(name, secret)
    if (opened.size > capacity) opened.delete(opened.keys().next().value!)
    return secret
  }
  return {
    async seal(channel, secret) {
      if (keys.current === '')
        throw new DomainError(Reason.UNAVAILABLE, 'no wrapping key: ATTESTRY_KMS_WRAPPING_KEY_ARN is not set')
      const { plaintext, blob } = await kms.generateDataKey(keys.current, contextOf(channel))
      const sealedSecret = sealSecret(plaintext, contextOf(channel), JSON.stringify(secret))
      plaintext.fill(0)
      return { wrappedKey: blob, sealedSecret }
    },
    open(channel, sealed) {
      const name = channel.id + sealed.sealedSecret.toString('base64')
      const known = opened.get(name)
      if (known !== undefined) return keep(name, known)
      const secret = unwrap(channel, sealed)
      secret.catch(() => opened.delete(name))
      return keep(name, secret)
    },
  }

  async function unwrap(channel: ChannelRef, sealed: NonNullable<SealedChannel>): Promise<ChannelSecret> {
    const key = await unwrapDataKey(kms, keys, { key: sealed.wrappedKey, context: contextOf(channel) })
    try {
      return JSON.parse(openSecret(key, contextOf(channel), sealed.sealedSecret)) as ChannelSecret
    } finally {
      key.fill(0)
    }
  }
}

/** A new signing secret. */
export function mintSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function contextOf({ orgId, id }: ChannelRef): SealContext {
  return { purpose: 'attestry notification channel', organization_id: orgId, channel_id: id }
}
