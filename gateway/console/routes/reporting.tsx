import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import {
  ObligationService,
  type ReportingSettings,
} from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { Tags } from '../components/badge.tsx'
import { Action } from '../components/forms/action.tsx'
import { Card, Facts, PageHead } from '../components/page.tsx'
import { Loaded } from '../components/states.tsx'
import { NationalDifferences, shown } from './national-differences.tsx'

/** The settings on which the deadlines of the organization's reports depend. */
export function Page(): ReactNode {
  const query = useQuery(ObligationService.method.getReportingSettings, {})
  return (
    <Loaded query={query}>
      {({ settings }) => (
        <>
          <PageHead
            title="Reporting"
            about="Settings that determine the deadlines of reports, for the obligations of every incident."
          >
            <Update settings={settings!} />
          </PageHead>
          <Card>
            <Facts
              of={[
                ['Time zone', settings!.timeZone],
                ['Bank holidays', <Tags key="h" words={settings!.holidays} most={50} />],
                ['DORA weekend rule', settings!.doraNoWeekendRule ? 'does not apply' : 'applies'],
                ['Trust service provider', settings!.trustServiceProvider ? 'yes' : 'no'],
                [
                  'Version',
                  settings!.version === 0
                    ? 'not changed yet: the usual deadlines'
                    : String(settings!.version),
                ],
              ]}
            />
          </Card>
          <NationalDifferences settings={settings!} />
        </>
      )}
    </Loaded>
  )
}

function Update({ settings }: { settings: ReportingSettings }): ReactNode {
  return (
    <Action
      method={ObligationService.method.updateReportingSettings}
      label="Edit"
      confirm="Save"
      title="Edit the reporting settings"
      tone="main"
      fields={[
        {
          name: 'timeZone',
          label: 'Time zone',
          required: true,
          value: settings.timeZone,
          hint: 'For example Europe/Brussels.',
        },
        {
          name: 'holidays',
          label: 'Bank holidays',
          kind: 'textarea',
          hint: 'One day a line, for example 2026-12-25.',
          value: settings.holidays,
        },
        {
          name: 'doraNoWeekendRule',
          label: 'The weekend rule of DORA does not apply (RTS (EU) 2025/301 article 5(5))',
          kind: 'check',
          value: settings.doraNoWeekendRule ? 'on' : '',
        },
        {
          name: 'trustServiceProvider',
          label: 'Trust service provider: the NIS2 notification is due after 24 hours',
          kind: 'check',
          value: settings.trustServiceProvider ? 'on' : '',
        },
      ]}
      version={settings.version}
      request={(values, version) => ({
        settings: {
          ...shown(settings, version),
          ...values.edited({
            timeZone: values.text('timeZone'),
            holidays: values.listed('holidays').sort(),
            doraNoWeekendRule: values.checked('doraNoWeekendRule'),
            trustServiceProvider: values.checked('trustServiceProvider'),
          }),
        },
      })}
      done="The settings are recorded."
    />
  )
}
