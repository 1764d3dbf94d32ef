import { describe, expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const GATE = 'date=2026-02-01 time=10:00:00 devname=F devid=1 vd=root sessionid=7'
const MAIL = 'date=2026-02-01 time=10:00:00.533 device_id=FE1 log_id=0300025551 session_id="7"'
const WEB = 'date=2026-02-01 time=10:00:00 log_id=20000008 msg_id=1 device_id=FV vd="root"'

function read(text: string) {
  const outcome = mapVendorSiem(text)
  if (outcome.kind !== 'alerts') throw new Error(outcome.kind)
  return outcome.alerts[0]!
}

describe('a Fortinet log entry', () => {
  test.each([
    ['logid=0102043009 type=event subtype=user level=notice action=authentication status=failure', 'open'],
    ['logid=0101039426 type=event subtype=vpn level=notice action=ssl-login-fail', 'open'],
    ['logid=1501054803 type=utm subtype=dns level=notice action=block', 'open'],
    ['logid=0102043008 type=event subtype=user level=notice status=success', 'informational'],
    ['logid=0000000013 type=traffic subtype=forward level=notice action=deny', 'informational'],
  ])('%s: %s', (fields, state) => expect(read(`${GATE} ${fields}`).state).toBe(state))

  test.each([
    [
      'type=virus subtype=infected pri=information from="a" to="b" msg="The file x is infected with EICAR."',
      'open',
    ],
    [
      'type=virus subtype=fortisandbox pri=information from="" to="" msg="File a.pdf. Scan result: rating=CLEAN"',
      'informational',
    ],
    [
      'type=virus subtype=infected pri=information from="a" subject="x" msg="Scan result: rating=CLEAN"',
      'open',
    ],
    ['type=virus subtype=infected pri=alert msg="File a.pdf. Scan result: rating=CLEAN"', 'open'],
    ['type=virus pri=information virus="EICAR" msg="File a. Scan result: rating=CLEAN"', 'open'],
    [
      'type=spam subtype=default pri=information msg="File name: a.ppt, scanned by Antivirus Scanner(detected)"',
      'open',
    ],
    [
      'type=spam subtype=default pri=information msg="FortiGuard-AntiSpam identified spam URL"',
      'informational',
    ],
    ['type=statistics pri=information virus="" disposition="Accept"', 'informational'],
    ['type=statistics pri=information virus="EICAR" disposition="Reject"', 'open'],
    ['type=kevent subtype=admin pri=information action=login status=success', 'informational'],
    ['type=kevent subtype=admin pri=information action=login status=failure', 'open'],
  ])('of FortiMail, %s: %s', (fields, state) =>
    expect(read(`${MAIL} ${fields}`)).toMatchObject({ product: 'fortinet_log', state }),
  )

  test.each([
    ['type=virus subtype=infected pri=information msg="The file a.dat is infected with EICAR."', 'high'],
    ['type=virus subtype=fortisandbox pri=information msg="File a. Scan result: rating=Malicious"', 'high'],
    ['type=virus subtype=fortisandbox pri=information msg="File a. Scan result: rating=Low Risk"', 'medium'],
    ['type=spam subtype=default pri=information msg="a.ppt, scanned by Antivirus Scanner(detected)"', 'high'],
    [
      'type=spam subtype=default pri=information msg="FortiGuard-WebFilter identified URL(category: Phishing, id: 61): https://a.example/"',
      'medium',
    ],
    [
      'type=spam subtype=default pri=information msg="FortiGuard-WebFilter identified URL: https://a.example, category: Phishing, id: 61."',
      'medium',
    ],
    ['type=statistics pri=information virus="EICAR" disposition="Reject"', 'high'],
    [
      'type=statistics pri=information virus="" classifier="Impersonation Analysis" disposition="Reject"',
      'medium',
    ],
    ['type=virus subtype=infected pri=critical msg="The file a.dat is infected."', 'critical'],
  ])('of FortiMail has the severity of what was found: %s: %s', (fields, severity) =>
    expect(read(`${MAIL} ${fields}`)).toMatchObject({ state: 'open', incident: { severity } }),
  )

  test.each([
    'type=spam subtype=default pri=information msg="FortiGuard-WebFilter identified URL(category: Spam URLs, id: 86): https://a.example/?category: Phishing, id: 61"',
    'type=statistics pri=information virus="" classifier="Domain Safe" subject="Virus"',
    'type=statistics pri=information virus="" classifier="FortiSandbox Clean"',
  ])('of FortiMail about spam or a clean mail is informational: %s', (fields) =>
    expect(read(`${MAIL} ${fields}`).state).toBe('informational'),
  )

  test('of FortiWeb takes kind and severity from its attack fields', () => {
    const attack =
      'type=attack main_type="Signature Detection" sub_type="SQL Injection" severity_level=High msg="x"'
    expect(read(`${WEB} ${attack}`)).toMatchObject({
      state: 'open',
      incident: { title: 'attack Signature Detection: SQL Injection', severity: 'high' },
    })
  })

  test.each([
    ['tz="-0330"', '13:30'],
    ['tz="UTC+2"', '08:00'],
    ['timezone="(GMT+3:30)Tehran"', '06:30'],
    ['timezone="(GMT+1:00)Paris" timezone_dayst="GMTc-2"', '08:00'],
    ['timezone="(GMT-5:00)Eastern Time" timezone_dayst="GMTg+4"', '14:00'],
    ['timezone="unknown"', '10:00'],
  ])('has its time in its own time zone: %s', (zone, time) => {
    const { occurredAt } = read(`${WEB} type=attack subtype=waf pri=alert ${zone}`).incident
    expect(occurredAt).toBe(`2026-02-01T${time}:00.000Z`)
  })

  test('about another page, file or name is another alert, even in the same session and second', () => {
    const ids = ['url="/a"', 'url="/b"', 'filename=a', 'filename=b', 'qname=a', 'qname=b'].map((found) => {
      const entry = `${GATE} logid=0316013056 type=utm subtype=webfilter level=warning action=blocked ${found}`
      return read(entry).incident.externalId
    })
    expect(new Set(ids).size).toBe(6)
  })
})
