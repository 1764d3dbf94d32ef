import { defineEntity, p } from '@mikro-orm/postgresql'

/** Current state of the notification channels. */
export const ChannelEntity = defineEntity({
  name: 'NotificationChannel',
  tableName: 'notification_channels',
  properties: {
    orgId: p.uuid().primary().fieldName('org_id'),
    id: p.uuid().primary(),
    name: p.text(),
    kind: p.text(),
    events: p.array(),
    recipients: p.array(),
    origin: p.text(),
    remindHours: p.array().$type<number[]>().fieldName('remind_hours'),
    wrappedKey: p.blob().nullable().lazy().fieldName('wrapped_key'),
    sealedSecret: p.blob().nullable().lazy().fieldName('sealed_secret'),
    version: p.integer(),
    createdAt: p.datetime(3).fieldName('created_at'),
    deletedAt: p.datetime(3).nullable().fieldName('deleted_at'),
  },
})
