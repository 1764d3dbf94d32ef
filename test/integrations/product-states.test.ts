import { describe, expect, test } from 'vitest'
import { alertsOf, bodyOf, type Change, changed, changedIn, idsOf } from './samples.ts'

describe('a product’s state that means no alert, or an ended one, is not open', () => {
  test.each<[what: string, file: string, path: string, value: Change, state: string]>([
    ['a skipped policy', 'policy-reporter/fail.json', 'status', 'skip', 'informational'],
    ['an alert that got better', 'librenms/alert.json', 'state', '4', 'informational'],
    ['a test finding', 'ocsf/test_detection_finding_1.json', 'verdict_id', 6, 'closed'],
    ['a duplicate finding', 'ocsf/test_detection_finding_1.json', 'verdict_id', 10, 'closed'],
    ['a suspicion that was closed', 'cisco-xdr/incident.json', 'status', 'Closed: Suspected', 'closed'],
    ['a near miss', 'cisco-xdr/incident.json', 'status', 'Closed: Near-Miss', 'closed'],
    ['a note of Cohesity', 'cohesity/alerts.json', '0/alertState', 'kNote', 'informational'],
    ['a mitigated alarm', 'socradar/alarm.json', 'status', 'MITIGATED', 'resolved'],
    ['an alarm that was processed', 'socradar/alarm.json', 'status', 'PROCESSED_INTERNALLY', 'closed'],
    ['a duplicate alarm', 'socradar/alarm.json', 'status', 'DUPLICATE', 'closed'],
    ['an alert found informational', 'cyble/alerts.json', 'alerts/0/status', 'INFORMATIONAL', 'closed'],
    [
      'an alert that needs no remediation',
      'cyble/alerts.json',
      'alerts/0/status',
      'REMEDIATION_NOT_REQUIRED',
      'closed',
    ],
    ['a device that is back', 'juniper-mist/alarms.json', 'events/0/type', 'device_reconnected', 'resolved'],
    ['a test of the customer', 'symantec-endpoint-security/closure.json', 'resolution_id', 6, 'closed'],
    ['a tracked condition', 'mongodb-atlas/open.json', 'status', 'TRACKING', 'informational'],
    ['a closed issue', 'newrelic/issue-without-id.json', 'trigger', 'ISSUE_CLOSED', 'closed'],
    ['a snoozed issue', 'aikido/issues.json', '0/status', 'snoozed', 'suppressed'],
    [
      'a test of a template',
      'datadog/webhook-default.json',
      'title',
      '[TEST] [Triggered] CPU',
      'informational',
    ],
    ['a name that begins so', 'datadog/webhook-default.json', 'title', '[Triggered] [TEST] CPU', 'open'],
    ['words of a test', 'canarytokens/used.json', 'memo', 'Congrats! The newly saved webhook works', 'open'],
    ['a run that failed', 'trigger-dev/test-run-failed.json', 'object/run', { id: 'run_3' }, 'open'],
    ['a run that ended', 'dbt/errored.json', 'eventType', 'job.run.completed', 'open'],
    ['an incident of version 1.2', 'gcp-monitoring/test.json', 'version', '1.2', 'open'],
    ['an acknowledged incident', 'darktrace/ai-analyst.json', 'acknowledged', 'true', 'closed'],
    ...['', 0, '0', 'N/A', '0001-01-01T00:00:00Z'].map((none): [string, string, string, Change, string] => [
      `an alert that was closed at ${JSON.stringify(none)}`,
      'arcgis-monitor/closed.json',
      'events/0/attributes/closed_at',
      none,
      'open',
    ]),
    [
      'an anomaly in an entry of information',
      'vertex-model-monitoring/skew.json',
      'severity',
      'INFO',
      'open',
    ],
    [
      'anomalies in an entry of information',
      'vertex-model-monitoring/statistics.json',
      'severity',
      'INFO',
      'open',
    ],
    [
      'a deviation above its threshold in an entry of information',
      'vertex-model-monitoring/statistics-uncounted.json',
      'severity',
      'INFO',
      'open',
    ],
    ['research that ended', 'armorblox/incident.json', 'research_status', 'COMPLETED', 'open'],
    ['no attack', 'armorblox/incident.json', 'research_status', 'FALSE_POSITIVE', 'false_positive'],
  ])('%s (%s, %s)', (_, file, path, value, state) => {
    expect(alertsOf(changed(file, path, value))[0]!.state).toBe(state)
  })

  test.each([
    ['Not processed', 'informational'],
    ['Task completed', 'open'],
    ['Completed', 'informational'],
    ['Not disinfected', 'open'],
    ['Denied', 'open'],
    ['Cannot be deleted', 'open'],
    ['Error', 'open'],
    ['Stopped by the attacker', 'open'],
  ])(
    'a Kaspersky application’s result is informational only if it is known as routine: %s',
    (result, state) => {
      const message = `Event type: Object\r\nObject name: a.msi\r\nResult description: ${result}\r\nReason: Size`
      expect(alertsOf({ message })[0]!.state).toBe(state)
    },
  )

  test('an object that a Kaspersky application calls malicious stays open, whatever was done about it', () => {
    const message =
      'Event type: Malicious object detected\\r\\nName: a\\r\\nResult description: Skipped\\r\\nObject: b'
    expect(alertsOf({ message })[0]).toMatchObject({ state: 'open', incident: { severity: 'high' } })
  })

  test('a Fortinet entry without a date has its collector’s time, or no identity', () => {
    const entry = (more: object) => ({
      ...{
        logid: '0419016384',
        type: 'utm',
        subtype: 'ips',
        level: 'alert',
        vd: 'root',
        attack: 'a',
        ...more,
      },
    })
    expect(idsOf(entry({ itime: 1769940000 }))).not.toEqual(idsOf(entry({ itime: 1769940001 })))
    expect(idsOf(entry({}))).toEqual([null])
  })

  test('a deleted finding of Push Security closes it', () => {
    const { new: found, ...event } = bodyOf('push-security/finding.json') as { new: unknown }
    const [ended] = alertsOf({ ...event, id: 'another', type: 'DELETE', old: found, new: null })
    expect([ended!.state, ended!.incident.externalId]).toEqual(['closed', idsOf({ ...event, new: found })[0]])
  })

  test('a healthy Cloudflare health check or pool closes its own alert, and no other', () => {
    const of = (data: { [key: string]: string }) => {
      const [alert] = alertsOf({
        ...{ name: 'Origin', text: 'The health changed', ts: 1769940000, account_id: '9035' },
        ...{ policy_id: 'p-1', policy_name: 'Origin', alert_type: 'health_check_status_notification', data },
      })
      return [alert!.state, alert!.closes]
    }
    const origin = (of: string, health: string) => ({ pool_id: 'a', origin_name: of, new_health: health })
    expect(of(origin('b', 'Healthy'))[1]).not.toBe(of(origin('c', 'Unhealthy'))[1])
    expect(of(origin('b', 'Healthy'))[1]).not.toBe(of({ pool_id: 'a', new_health: 'Unhealthy' })[1])
    expect(of({ new_health: 'Healthy' })[0]).toBe('open')
    for (const [key, health] of [
      ['health_check_id', 'status'],
      ['pool_id', 'new_health'],
    ] as const) {
      const [down, up, other] = [
        of({ [key]: 'a', [health]: 'Unhealthy' }),
        of({ [key]: 'a', [health]: 'Healthy' }),
        of({ [key]: 'b', [health]: 'Healthy' }),
      ]
      expect([down![0], up![0]]).toEqual(['open', 'resolved'])
      expect(up![1]).toBe(down![1])
      expect(other![1]).not.toBe(down![1])
    }
  })
})

describe('an alert that is active is not taken for one that is over', () => {
  test.each<
    [what: string, file: string, state: string, ...changes: (readonly [path: string, value: Change])[]]
  >([
    ['an ongoing attack', 'datadome/started.json', 'open', ['endDateTime', '-']],
    [
      'a reopened incident with its former reason',
      'cortex-xsoar/closed.json',
      'open',
      ['status', 1],
      ['closeReason', 'False Positive'],
    ],
    [
      'a closed false alarm',
      'cortex-xsoar/closed.json',
      'false_positive',
      ['status', 2],
      ['closeReason', 'False Positive'],
    ],
    [
      'a reopened malop with the time of its former end',
      'cybereason/malop.json',
      'open',
      ['status', 'Reopened'],
      ['malopCloseTime', 1769943600000],
    ],
    ['a French issue', 'jira/work.json', 'open', ['0/issue/fields/summary', 'Attaque par hameçonnage']],
    ['a Japanese issue', 'jira/work.json', 'open', ['0/issue/fields/summary', '不正アクセスのインシデント']],
    ['work', 'jira/work.json', 'informational', ['0/issue/fields/summary', 'Mettre à jour le guide']],
    ['work', 'jira/work.json', 'informational', ['0/issue/fields/summary', 'Restoring session data']],
    ['work', 'jira/work.json', 'informational', ['0/issue/fields/summary', 'Migrate to Cloud Spanner']],
    ['work', 'jira/work.json', 'informational', ['0/issue/fields/summary', '点击事件处理']],
    ['a Dutch issue', 'jira/work.json', 'open', ['0/issue/fields/summary', 'Netwerkstoring']],
    [
      'a recovery of a monitor about what was reopened',
      'datadog/alert-type-success.json',
      'resolved',
      ['title', '[Recovered] Reopened tickets on web'],
    ],
    [
      'a German label',
      'servicenow/outbound-incident.json',
      'closed',
      ['state', 'Geschlossen'],
      ['active', 'false'],
    ],
    ['a German label', 'servicenow/outbound-incident.json', 'open', ['state', 'Neu'], ['active', 'true']],
    ['a resolution in French', 'servicenow/outbound-incident.json', 'resolved', ['state', 'Résolu']],
    [
      'a reopened record with the French label of its former end',
      'servicenow/outbound-incident.json',
      'open',
      ['state', 'Rouvert'],
      ['incident_state', 'Résolu'],
    ],
    [
      'a label beside the number of a record that is in progress',
      'servicenow/outbound-incident.json',
      'open',
      ['state', 'Gelöst'],
      ['incident_state', '2'],
    ],
    ['a word of off', 'servicenow/outbound-incident.json', 'open', ['state', '已关闭']],
    ['a closed problem', 'servicenow/outbound-incident.json', 'closed', ['state', '107']],
    ['an open problem', 'servicenow/outbound-incident.json', 'open', ['state', '103']],
    [
      'the number of a former end beside that of a record in progress',
      'servicenow/outbound-incident.json',
      'open',
      ['state', '2'],
      ['incident_state', '6'],
    ],
    [
      'the label of a former end beside that of a record in progress',
      'servicenow/outbound-incident.json',
      'open',
      ['state', 'In Progress'],
      ['incident_state', 'Resolved'],
    ],
    [
      'a task that is complete',
      'servicenow/outbound-incident.json',
      'closed',
      ['state', { value: '3', display_value: 'Closed Complete' }],
      ['incident_state', ''],
    ],
    [
      'a state before Helsinki',
      'servicenow/outbound-incident.json',
      'closed',
      ['state', ''],
      ['incident_state', '7'],
    ],
  ])('%s (%s is %s)', (_, file, state, ...changes) => {
    const body = changes.reduce((all, [path, value]) => changedIn(all, path, value), bodyOf(file))
    expect(alertsOf(body)[0]!.state).toBe(state)
  })
})

test('the value of an item is no state of a Zabbix event; that of the event is', () => {
  const problem = { event_id: '1', trigger_name: 'Unreachable', trigger_severity: 'High', value: '0' }
  const states = [{}, { event_value: '1' }, { event_value: '0' }].map(
    (more) => alertsOf({ ...problem, ...more })[0]!.state,
  )
  expect(states).toEqual(['open', 'open', 'resolved'])
  const timed = { ...problem, clock: '1764000000' }
  expect(alertsOf({ ...timed, event_value: '1' })[0]!.state).toBe('open')
})

describe('a repeated event about an alert has the same identity', () => {
  const monitor = (id: string, transition: string, cycle = '5678', scope = 'host:a') => ({
    ...{ event_id: id, event_title: 'CPU', alert_transition: transition, alert_cycle_key: cycle },
    ...{ alert_id: '1234', alert_scope: scope, date: `17000000${id}000` },
  })

  test('a Datadog renotification, by the key of its cycle', () => {
    const [first] = idsOf(monitor('10', 'Triggered'))
    for (const again of ['Re-Triggered', 'Renotify']) expect(idsOf(monitor('11', again))).toEqual([first])
    expect(idsOf(monitor('12', 'Re-Warn'))).toEqual(idsOf(monitor('13', 'Warn')))
  })

  test('another cycle, group or graver transition of Datadog is another alert', () => {
    const alerts = [
      monitor('10', 'Triggered'),
      monitor('11', 'Triggered', '5679'),
      monitor('12', 'Triggered', '5678', 'host:b'),
      monitor('13', 'Warn'),
      monitor('14', 'No Data'),
    ]
    expect(new Set(alerts.flatMap((alert) => idsOf(alert))).size).toBe(alerts.length)
  })

  test('an update of a finding of Push Security', () => {
    const file = 'push-security/finding.json'
    const updated = changed(file, 'id', 'another-event')
    expect(idsOf(updated)).toEqual(idsOf(changed(file, 'type', 'UPDATE')))
  })

  test('two attacks reported by Push Security have different identities', () => {
    const file = 'push-security/phishing.json'
    expect(idsOf(changed(file, 'id', 'other'))).not.toEqual(idsOf(changed(file, 'mode', 'BLOCK')))
  })
})
