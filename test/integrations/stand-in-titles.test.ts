import { expect, test } from 'vitest'
import type { Product, Reading } from '../../services/ingestion/domain/webhook/formats/vendor-siem/product.ts'
import { readAlert } from '../../services/ingestion/domain/webhook/formats/vendor-siem/read-alert.ts'
import { everyProduct, type Json, productOf, sampleAlerts, withValue } from './product-alerts.ts'

const samples = sampleAlerts()

test.each(everyProduct)('$id: a substitute title is not a technical name', (product) => {
  const titles = (samples.get(product.id) ?? []).flatMap((alert) => titlesWithout(product, alert))
  expect(titles.filter(({ title, standsIn }) => standsIn && isTechnical(product, title))).toEqual([])
})

test.each([
  ['crowdstrike_event_stream', 'CrowdStrike: Automated lead summary event'],
  ['sophos_central', 'Sophos: Runtime detections'],
  ['raygun', 'Raygun: New error occurred'],
  ['box', 'Box: Shield alert'],
  ['aws_inspector', 'Amazon Inspector: Package vulnerability'],
  ['carbon_black_notification', 'Carbon Black incident NE2F3D55-1'],
  ['carbon_black_notification', 'Carbon Black incident ABC'],
  ['airbyte', 'Airbyte: job 9988'],
  ['slack_anomaly', 'Slack anomaly'],
  ['trellix_nx', 'Alert of Trellix Network Security'],
])('%s has the substitute title %s', (id, title) => {
  const product = everyProduct.find((one) => one.id === id)!
  const titles = samples.get(id)!.flatMap((alert) => titlesWithout(product, alert))
  expect(titles).toContainEqual({ title, standsIn: true })
})

/** The titles of an alert that loses the fields of its title, one after the other. */
function titlesWithout(product: Product, alert: Json): { title: string; standsIn: boolean }[] {
  let rest = alert
  return [...new Set(product.title.flatMap(pathsOf))].flatMap((path) => {
    const less = withValue(rest, path, null)
    if (less !== undefined && productOf(less) === product) rest = less
    const read = readAlert(product, rest)
    if ('missing' in read) return []
    const { title, notes } = read.incident
    return [{ title, standsIn: notes.includes('title_stands_in') }]
  })
}

function pathsOf(reading: Reading): string[] {
  if (typeof reading !== 'string') return [reading.path]
  return reading.includes('{') ? [...reading.matchAll(/\{([^}]+)\}/g)].map(([, path]) => path!) : [reading]
}

/** A name in camel case or in capitals with underscores, alone or behind the name of its product. */
function isTechnical({ name }: Product, title: string): boolean {
  const words = title.split(/[ :]+/).filter((word) => !name.includes(word))
  return words.length === 1 && TECHNICAL.test(words[0]!)
}

const TECHNICAL = /^(?:[A-Z0-9]{2,}(?:_[A-Z0-9]+)+|(?:[A-Z]+[a-z0-9]+){2,}|[a-z]+(?:[A-Z][a-z0-9]+)+)$/
