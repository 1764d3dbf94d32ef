import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTimestamp } from './timestamp.ts'

test.each([
  ['RFC 3339', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ['no fraction', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['offset without a colon (Wazuh)', '2022-05-11T12:29:19.905+0000', '2022-05-11T12:29:19.905Z'],
  ['offset with a colon', '2023-09-19T11:05:22.487-04:00', '2023-09-19T15:05:22.487Z'],
  ['offset of hours', '2023-09-19T11:05:22+02', '2023-09-19T09:05:22.000Z'],
  ['7-digit fraction (Microsoft)', '2021-04-27T12:19:27.7211305Z', '2021-04-27T12:19:27.721Z'],
  ['9-digit fraction, cut and not rounded', '2021-04-27T12:19:27.999999999Z', '2021-04-27T12:19:27.999Z'],
  ['fraction with a comma', '2021-04-27T12:19:27,5Z', '2021-04-27T12:19:27.500Z'],
  ['space for T, no offset', '2021-04-27 12:19:27', '2021-04-27T12:19:27.000Z'],
  ['UTC spelt out', '2021-04-27 12:19:27 UTC', '2021-04-27T12:19:27.000Z'],
  ['lower case', '2021-04-27t12:19:27z', '2021-04-27T12:19:27.000Z'],
  ['a written date without seconds (Lacework)', '27 May 2021 18:00 GMT', '2021-05-27T18:00:00.000Z'],
  ['a written date alone (Prisma Cloud Compute)', 'Jan 23, 2018 UTC', '2018-01-23T00:00:00.000Z'],
  ['a zone of Europe (Java)', 'Tue Mar 03 10:00:00 CET 2026', '2026-03-03T09:00:00.000Z'],
  ['summer time (ClearPass)', 'May 01 2025 18:00:02.009 CEST', '2025-05-01T16:00:02.009Z'],
  ['a zone of mail', '27 Jan 2023 06:02:51 PST', '2023-01-27T14:02:51.000Z'],
  ['a zone after RFC 3339', '2026-01-02 03:04:05 EST', '2026-01-02T08:04:05.000Z'],
  ['Z after a written date (GravityZone)', 'Dec 16 2024 12:34:33 Z', '2024-12-16T12:34:33.000Z'],
  ['an offset without a space', 'Jun 11 2024 12:34:56+01:00', '2024-06-11T11:34:56.000Z'],
  ['no seconds', '2021-04-27T12:19Z', '2021-04-27T12:19:00.000Z'],
  ['a date', '2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['a leap second', '2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['seconds', 1483557272, '2017-01-04T19:14:32.000Z'],
  ['seconds as text (Splunk)', '1483557272', '2017-01-04T19:14:32.000Z'],
  ['seconds with a fraction as text', '1717578924.332298000', '2024-06-05T09:15:24.332Z'],
  ['seconds with a fraction', 1717578924.332, '2024-06-05T09:15:24.332Z'],
  ['milliseconds', 1756378368336, '2025-08-28T10:52:48.336Z'],
  ['milliseconds as text', '1756378368336', '2025-08-28T10:52:48.336Z'],
  ['microseconds', 1756378368336123, '2025-08-28T10:52:48.336Z'],
  ['microseconds as text', '1756378368336123', '2025-08-28T10:52:48.336Z'],
  ['nanoseconds, an exact integer', 1756378368336123456n, '2025-08-28T10:52:48.336Z'],
  ['nanoseconds as text', '1756378368336123456', '2025-08-28T10:52:48.336Z'],
  ['an exact integer', 1483557272n, '2017-01-04T19:14:32.000Z'],
  ['Go', '2025-02-15 14:59:03.266529825 +0000 UTC', '2025-02-15T14:59:03.266Z'],
  [
    'Go, with its monotonic clock',
    '2026-05-27 15:36:00.112013015 +0000 UTC m=+8560.285724134',
    '2026-05-27T15:36:00.112Z',
  ],
  ['an hour of one digit', '2023-10-26T5:32:08.107Z', '2023-10-26T05:32:08.107Z'],
  ['a zone in words and digits', '2024-07-11 07:47:58 UTC+0000', '2024-07-11T07:47:58.000Z'],
  ['a zone in brackets', '2024-06-19 11:02:03 (UTC)', '2024-06-19T11:02:03.000Z'],
  ['mail (AWS Health)', 'Fri, 27 Jan 2023 06:02:51 GMT', '2023-01-27T06:02:51.000Z'],
  ['mail with an offset', '27 Jan 2023 06:02:51 +0200', '2023-01-27T04:02:51.000Z'],
  ['CEF', 'Mar 01 2021 20:35:54', '2021-03-01T20:35:54.000Z'],
  ['CEF', 'Mar  1 2021 20:35:54.123 UTC', '2021-03-01T20:35:54.123Z'],
  ['CEF', 'Mar 01 2021 20:35:54 GMT+01:00', '2021-03-01T19:35:54.000Z'],
  ['C (Checkmk)', 'Sat Oct 26 23:20:39 UTC 2024', '2024-10-26T23:20:39.000Z'],
  ['C, a day of one digit', 'Sat Oct  5 23:20:39 2024', '2024-10-05T23:20:39.000Z'],
  ['Java (Inspector)', 'Jan 19, 2023, 10:46:15 PM', '2023-01-19T22:46:15.000Z'],
  ['Java at noon', 'Jan 19, 2023, 12:46:15 PM', '2023-01-19T12:46:15.000Z'],
  ['Java after midnight', 'Jan 19, 2023, 12:46:15 AM', '2023-01-19T00:46:15.000Z'],
  ['white space around', ' 2026-01-02T03:04:05Z\n', '2026-01-02T03:04:05.000Z'],
  ['the first instant', '2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
  ['the timestamp of Db2', '2020-04-30-11.35.29.886549', '2020-04-30T11:35:29.886Z'],
  ['the timestamp of Db2 without a fraction', '2020-04-30-11.35.29', '2020-04-30T11:35:29.000Z'],
  ['a French month', 'déc. 01 2022 13:40:34 GMT', '2022-12-01T13:40:34.000Z'],
  ['a French month that English has otherwise', 'juil. 14 2022 13:40:34 GMT', '2022-07-14T13:40:34.000Z'],
  ['a French month with a dot', 'nov. 29 2022 14:51:57 GMT', '2022-11-29T14:51:57.000Z'],
  ['a French month without a dot', 'août 02 2022 14:51:57 GMT', '2022-08-02T14:51:57.000Z'],
  ['a month that is written out', '27 January 2023 06:02:51 GMT', '2023-01-27T06:02:51.000Z'],
  ['a German date', '28.11.2026 05:00:00', '2026-11-28T05:00:00.000Z'],
  ['a German date without seconds', '1.2.2026, 5:00', '2026-02-01T05:00:00.000Z'],
  ['a German month', '1. März 2026 05:00:00', '2026-03-01T05:00:00.000Z'],
  ['a short German month', '28 Dez 2026 05:00:00', '2026-12-28T05:00:00.000Z'],
  ['a whole French month', '28 novembre 2026 05:00:00', '2026-11-28T05:00:00.000Z'],
  ['a Spanish month', '28 de noviembre de 2026 05:00:00', '2026-11-28T05:00:00.000Z'],
  ['a Portuguese month', '3 de março de 2026, 05:00', '2026-03-03T05:00:00.000Z'],
  ['an Italian month', '3 luglio 2026 05:00:00', '2026-07-03T05:00:00.000Z'],
  ['a Japanese date', '2026年11月28日 05:00:00', '2026-11-28T05:00:00.000Z'],
  ['a Chinese date and time', '2026年1月2日3时4分5秒', '2026-01-02T03:04:05.000Z'],
  ['a Korean date', '2026년 11월 28일 05:00', '2026-11-28T05:00:00.000Z'],
  ['a day that is no month', '28/11/2026 05:00:00', '2026-11-28T05:00:00.000Z'],
  ['a day behind the month', '11/28/2026 5:00:00 PM', '2026-11-28T17:00:00.000Z'],
  ['a day that is the month', '05-05-2026 05:00:00 +0200', '2026-05-05T03:00:00.000Z'],
  ['the basic format of ISO 8601', '20261128T050000Z', '2026-11-28T05:00:00.000Z'],
  ['the basic format with an offset', '20261128T050000.5+0100', '2026-11-28T04:00:00.500Z'],
  ['Microsoft’s JSON', '/Date(1795842000000)/', '2026-11-28T05:00:00.000Z'],
  ['Microsoft’s JSON with an offset', '/Date(1795842000000+0100)/', '2026-11-28T05:00:00.000Z'],
  ['Go in another zone', '2026-11-28 05:00:00 +0100 CET', '2026-11-28T04:00:00.000Z'],
  ['an offset with a colon, and its name', '2026-11-28 05:00:00 +01:00 CET', '2026-11-28T04:00:00.000Z'],
  ['a zone in small letters', '28.11.2026 05:00 est', '2026-11-28T10:00:00.000Z'],
  ['Go in a zone without a name', '2026-11-28 05:00:00.5 +0300 +03', '2026-11-28T02:00:00.500Z'],
  ['the last instant', '2099-12-31T23:59:59.999Z', '2099-12-31T23:59:59.999Z'],
])('readTimestamp reads %s', (_name, value, expected) => {
  expect(readTimestamp(value)).toBe(expected)
})

test.each([
  ['before 2000', '1999-12-31T23:59:59.999Z'],
  ['in 2100', '2100-01-01T00:00:00Z'],
  ['2000 only by its offset', '2000-01-01T00:00:00+01:00'],
  ['the year 99, whose last hours are 2000 for Date.UTC', '0099-12-31T23:00:00-02:00'],
  ['the zero time of Go', '0001-01-01T00:00:00Z'],
  ['epoch zero', 0],
  ['seconds before 2000', 946684799],
  ['seconds after 2100', 4102444800],
  ['milliseconds after 2100', 4102444800000],
  ['microseconds after 2100', '4102444800000000'],
  ['nanoseconds after 2100', 4102444800000000000n],
  ['more than nanoseconds', '17563783683361234560'],
  ['negative', -1483557272],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['a day and a month that can be exchanged', '02/01/2026 05:00:00'],
  ['a German date without such a month', '28.13.2026 05:00:00'],
  ['numbers that are not a day', '31/31/2026 05:00:00'],
  ['13 PM in numbers', '11/28/2026 13:00:00 PM'],
  ['an unknown month', '27 Foo 2023 06:02:51 GMT'],
  ['a longer word that begins like a month', 'décembrex 01 2022 13:40:34 GMT'],
  ['the timestamp of Db2 with hour 25', '2020-04-30-25.35.29.886549'],
  ['13 PM', 'Jan 19, 2023, 13:46:15 PM'],
  ['a zone whose name several have', '27 Jan 2023 06:02:51 IST'],
  ['31 April', '31 Apr 2023 06:02:51 GMT'],
  ['exponent', '1e9'],
  ['no day of the calendar', '2023-02-29T00:00:00Z'],
  ['month 13', '2023-13-01T00:00:00Z'],
  ['hour 24', '2023-01-01T24:00:00Z'],
  ['minute 60', '2023-01-01T00:60:00Z'],
  ['second 61', '2023-01-01T00:00:61Z'],
  ['offset of 99 hours', '2023-01-01T00:00:00+99:00'],
  ['ten fraction digits', '2023-01-01T00:00:00.0123456789Z'],
  ['words', 'none'],
  ['syslog', 'May 11 12:29:18'],
  ['empty', ''],
  ['very long', `2023-01-01T00:00:00Z${' '.repeat(100_000)}`],
  ['null', null],
  ['object', {}],
  ['array', ['2026-01-02T03:04:05Z']],
  ['boolean', true],
])('readTimestamp gives null for %s', (_name, value) => {
  expect(readTimestamp(value)).toBeNull()
})

test.each([
  ['Feb  1 10:00:00', '2026-02-01T10:00:05Z', '2026-02-01T10:00:00.000Z'],
  ['Feb 1 10:00:00', '2026-06-01T00:00:00Z', '2026-02-01T10:00:00.000Z'],
  ['Dec 31 23:59:59', '2026-01-01T00:00:01Z', '2025-12-31T23:59:59.000Z'],
  ['Jan  1 00:30:00', '2025-12-31T23:30:00Z', '2026-01-01T00:30:00.000Z'],
  ['Feb 1 10:00:00', '2026-11-26T00:00:00Z', '2026-02-01T10:00:00.000Z'],
  ['Nov 27 01:00:00', '2026-11-26T18:00:00Z', '2026-11-27T01:00:00.000Z'],
  ['Nov 28 01:00:00', '2026-11-26T18:00:00Z', '2025-11-28T01:00:00.000Z'],
  ['Feb 29 10:00:00', '2025-02-28T10:00:00Z', '2024-02-29T10:00:00.000Z'],
  ['Feb  1 10:00:00.123', '2026-02-01T10:00:05Z', '2026-02-01T10:00:00.123Z'],
  ['20 January, 18:53 UTC +00:00', '2026-01-20T18:54:00Z', '2026-01-20T18:53:00.000Z'],
  ['31 December, 23:53 UTC +00:00', '2026-01-01T00:01:00Z', '2025-12-31T23:53:00.000Z'],
  ['1 May, 02:53 UTC +02:00', '2026-05-01T00:54:00Z', '2026-05-01T00:53:00.000Z'],
  ['words', '2026-01-20T18:54:00Z', null],
  ['20 Januarx, 18:53 UTC +00:00', '2026-01-20T18:54:00Z', null],
  ['Feb 30 10:00:00', '2026-02-28T10:00:00Z', null],
  ['Fex  1 10:00:00', '2026-02-01T10:00:05Z', null],
])('readTimestamp reads %s, received at %s, as %s', (text, receivedAt, expected) => {
  expect(readTimestamp(text, new Date(receivedAt))).toBe(expected)
  expect(readTimestamp(text)).toBeNull()
})

test.each([
  ['America, at once', '2026-03-03 10:00:00 CST', '2026-03-03T16:00:04Z', '2026-03-03T16:00:00.000Z'],
  ['China, at once', '2026-03-03 10:00:00 CST', '2026-03-03T02:00:04Z', '2026-03-03T02:00:00.000Z'],
  [
    'China, as Java writes it',
    'Tue Mar 03 10:00:00 CST 2026',
    '2026-03-03T03:00:00Z',
    '2026-03-03T02:00:00.000Z',
  ],
  [
    'America, by a clock that is ahead',
    '2026-03-03 10:00:00 CST',
    '2026-03-03T15:50:00Z',
    '2026-03-03T16:00:00.000Z',
  ],
  ['another zone', '2026-03-03 10:00:00 PST', '2026-03-03T02:00:04Z', '2026-03-03T18:00:00.000Z'],
])('the zone CST is that of the place that fits the time of receipt: %s', (_, text, receivedAt, expected) => {
  expect(readTimestamp(text, new Date(receivedAt))).toBe(expected)
})

test.each([
  ['the day first', '02/01/2026 05:00:00', '2026-01-02T05:00:09Z', '2026-01-02T05:00:00.000Z'],
  ['the month first', '02/01/2026 05:00:00', '2026-02-01T05:00:09Z', '2026-02-01T05:00:00.000Z'],
  ['a clock elsewhere', '02/01/2026 05:00:00', '2026-01-01T19:00:00Z', '2026-01-02T05:00:00.000Z'],
  ['neither', '02/01/2026 05:00:00', '2026-03-01T05:00:00Z', null],
])('the day and the month that fit the time of receipt count: %s', (_, text, receivedAt, expected) => {
  expect(readTimestamp(text, new Date(receivedAt))).toBe(expected)
})

test('readTimestamp reads every instant from 2000 to 2100 from ISO text and milliseconds', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      (at) => {
        expect(readTimestamp(at.toISOString())).toBe(at.toISOString())
        expect(readTimestamp(at.getTime())).toBe(at.toISOString())
        expect(readTimestamp(String(at.getTime()))).toBe(at.toISOString())
      },
    ),
  )
})

test('readTimestamp gives a time from 2000 to 2100 or null for any value', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.double(), fc.stringMatching(/^[0-9TZ:.+ -]{0,30}$/)), (value) => {
      const read = readTimestamp(value)
      if (read !== null) expect(read).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }),
  )
})
