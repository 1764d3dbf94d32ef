import { setOwn } from '../../../own.ts'
import { lastTimeOf } from './event-text.ts'

/**
 * Reads a log of Check Point as its Log Exporter writes it by syslog, `… CheckPoint 7776 - [action:"Drop"; flags:"150784"; …]`,
 * also as structured data with an id, `[sc4s@2620 action="Drop" …]`, and for Splunk,
 * `time=1520416459|hostname=gw|severity=High|product=IPS|…`, also with the display names of OPSEC LEA. Names of fields are in
 * small letters with underscores. If a name is repeated, its first value counts. Returns null for any other line.
 */
export function checkPointEntry(line: string): Fields | null {
  const head = SYSLOG.exec(line.slice(0, LONGEST_HEAD))
  const fields = head === null ? barred(line) : quoted(line.slice(head[0].length))
  if (fields === null) return null
  const time = head === null || 'time' in fields ? undefined : lastTimeOf(head[0])
  return { cp: time === undefined ? fields : { ...fields, time } }
}

/** Reads pairs one directly after the other, so that no text within quotes is taken for one. */
function quoted(text: string): Fields {
  const fields: Fields = {}
  for (const [, name, value] of text.matchAll(QUOTED).take(MAX_FIELDS)) put(fields, name!, value!)
  return fields
}

function barred(line: string): Fields | null {
  const start = BARRED.exec(line.slice(0, LONGEST_HEAD))
  if (start === null) return null
  const fields: Fields = {}
  const pairs = line.slice(start.index + start[0].length).matchAll(BAR_PAIR)
  for (const [, name, value] of pairs.take(MAX_FIELDS)) put(fields, name!, value!)
  return 'product' in fields && MARKS.some((mark) => mark in fields) ? fields : null
}

function put(fields: Fields, name: string, value: string): void {
  const key = name.trim().toLowerCase().replaceAll(' ', '_')
  const plain = value.replace(/\\(["\]\\=|])/g, '$1').trim()
  if (plain !== '' && !Object.hasOwn(fields, key)) setOwn(fields, key, plain)
}

type Fields = { [key: string]: unknown }

const LONGEST_HEAD = 400
const MAX_FIELDS = 300
const SYSLOG =
  /^[^[\]{}|=]{0,300}?\bCheckPoint [0-9]{1,8} - \[(?:[\w.-]{1,30}@[0-9]{1,10} )?(?=[a-z_]{1,60}(?::{1,2}|=)")/
const QUOTED = /\s?([A-Za-z_][\w .-]{0,60})(?::{1,2}|=)"((?:[^"\\]|\\[^\n]){0,20000})";?/gy
const BARRED = /^[^|={}]{0,200}?(?=\b(?:time=[0-9]{9,13}\||loc=[0-9]{1,12}\|time=[0-9]))/
const BAR_PAIR = /([A-Za-z_][\w ./-]{0,60})=((?:[^|\\]|\\[^\n]){0,20000})(?:\||$)/gy
const MARKS = ['loguid', 'origin', 'orig']
