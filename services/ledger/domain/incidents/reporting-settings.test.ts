import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { Regime } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { ReportingSettingsSchema } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { nextSettings } from './reporting-settings.ts'

test('recipients and articles of national differences are limited so that obligation records stay short', () => {
  const settings = (text: string) =>
    create(ReportingSettingsSchema, {
      timeZone: 'UTC',
      differences: Array.from({ length: 200 }, () => ({
        ...{ regime: Regime.NIS2, step: 'notification', recipient: text, article: text },
      })),
    })
  expect(nextSettings(settings('x'.repeat(500))).version).toBe(1)
  expect(() => nextSettings(settings('ü'.repeat(500)))).toThrow()
})
