import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorTable } from '../src/api/envelope/errors.js'
import { venueIds, venueNames } from '../src/api/envelope/venue-ids.js'
import { capabilityOf } from '../src/core/capabilities/capabilities.js'
import {
  renderBuiltSteps,
  renderRequiredKeys,
  renderRetention,
  summarizeFacts,
} from '../src/core/capabilities/venue-summary.js'
import type { OrderSource, TimeInForce } from '../src/venue-kit/contract/trading.js'
import type { Venue } from '../src/venue-kit/contract/venue.js'
import { declaredOf, loadVenue, servedVenueIds } from '../src/venues/registry.js'
import { repository } from './support/daemon.js'
import { holdsTable } from './support/written-tables.js'

const guide = join(repository, 'src/guide')
const paths = [
  join(repository, 'README.md'),
  ...readdirSync(guide)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(guide, name)),
]
/** `PMX_README=write npx vitest run test/readme.test.ts` writes the tables anew. */
describe('the tables of the README are those of the source', () => {
  test('error codes', () => {
    const rows = Object.entries(errorTable).map(
      ([code, { status, retryable, meaning, advice }]) =>
        `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${meaning} ${advice} |`,
    )
    holds('errors', ['| code | status | retryable | meaning |', '|---|---|---|---|', ...rows])
  })

  test('venues', async () => {
    const methods = ['fetchSeries', 'fetchOrderBook', 'fetchTrades', 'fetchOHLCV'] as const
    const rows: string[] = []
    for (const id of venueIds) {
      const venue = await loadVenue(id)
      if (venue === undefined) continue
      const cells: string[] = methods.map((method) => {
        const can = capabilityOf(venue, method)
        const basis = method === 'fetchOHLCV' ? venue.candles?.basis : undefined
        if (can === true) return basis === undefined ? 'yes' : basisNames[basis]
        return can === false ? '-' : can
      })
      const others = [venue.account?.positionsOf, venue.orders].map((source) => (source ? 'yes' : '-'))
      cells.push(watchedBy(venue))
      rows.push(`| ${venueNames[id]} (\`${id}\`) | yes | ${[...cells, ...others].join(' | ')} |`)
    }
    const head =
      '| venue | markets, events | series | order books | trades | candles | live data | positions by address | orders |'
    holds('venues', [head, '|---|---|---|---|---|---|---|---|---|', ...rows])
  })

  test('candles of venues', async () => {
    const rows: string[] = []
    for (const id of servedVenueIds) {
      const [venue, declared] = [await loadVenue(id), declaredOf(id)]
      if (venue === undefined || declared === undefined) continue
      const facts = summarizeFacts(venue, declared)
      const cells = [
        facts.native.join(' ') || '-',
        renderBuiltSteps(facts),
        renderRetention(facts),
        facts.volumes ?? '-',
        renderRequiredKeys(facts) ?? '-',
      ]
      rows.push(`| \`${id}\` | ${cells.join(' | ')} |`)
    }
    const head =
      '| venue | native resolutions | built from them | history at the venue | volume unit | needs a key |'
    holds('candles', [head, '|---|---|---|---|---|---|', ...rows])
  })

  test('options of orders', async () => {
    const rows: string[] = []
    for (const id of servedVenueIds) {
      const venue = await loadVenue(id)
      if (venue?.orders !== undefined) rows.push(`| \`${id}\` | ${orderOptions(venue.orders).join(' | ')} |`)
    }
    const head =
      '| venue | `postOnly` | `timeInForce`, limit | `timeInForce`, market | `reduceOnly` | by money | others |'
    holds('orders', [head, '|---|---|---|---|---|---|---|', ...rows])
  })
})

/** Names of the price data of candles. */
const basisNames = { trade: 'trades', point: 'sampled points', mid: 'mid prices' } as const

/** The cells of a venue's row: what its orders take beyond price and size. */
function orderOptions({ constraints }: OrderSource): readonly string[] {
  const { timeInForce = [], notOfPurchases, postOnly, reduceOnly, byMoney, minLifetimeMs } = constraints ?? {}
  const others = [
    ...(constraints?.cancelOnPause === true ? ['`cancelOnPause`'] : []),
    ...(constraints?.orderGroups === true ? ['`orderGroupId`'] : []),
  ]
  const list = (words: readonly TimeInForce[]): string =>
    words
      .map((word) => {
        const isOfSales = notOfPurchases?.timeInForce.includes(word) === true
        const ahead =
          word === 'GTD' && minLifetimeMs !== undefined ? ` (${minLifetimeMs / 1000} s ahead)` : ''
        return `${word}${isOfSales ? ' (sales)' : ''}${ahead}`
      })
      .join(', ') || '-'
  const taking = timeInForce.filter((word) => word === 'IOC' || word === 'FOK')
  const reducing = reduceOnly === undefined ? '-' : `with ${reduceOnly.join(', ')}`
  return [
    postOnly === true ? 'yes' : '-',
    list(timeInForce),
    list(taking),
    reducing,
    byMoney?.join(', ') ?? '-',
    others.join(', ') || '-',
  ]
}

/** How what is watched on a venue comes: by its own socket, for whom and what of it, else by asking again and again. */
function watchedBy(venue: Venue): string {
  const methods = ['watchOrderBook', 'watchTrades'] as const
  if (methods.every((method) => capabilityOf(venue, method) === false)) return '-'
  if (venue.stream === undefined) return 'polling'
  const key = venue.stream.needs === undefined ? '' : ' with a key'
  return `socket${key}: ${venue.stream.brings.map((kind) => (kind === 'book' ? 'books' : kind)).join(', ')}`
}

function holds(name: string, lines: readonly string[]): void {
  const isThere = paths.map((path) => holdsTable(path, name, lines)).includes(true)
  expect(isThere, `no page has a place for the table ${name}`).toBe(true)
}

test('every page of the guide is listed, by the title that it begins with, and none that there is not', () => {
  const pages = JSON.parse(readFileSync(join(guide, 'pages.json'), 'utf8')) as {
    name: string
    title: string
  }[]
  expect(pages.map(({ name }) => join(guide, `${name}.md`)).sort()).toEqual(paths.slice(1).sort())
  for (const { name, title } of pages)
    expect(readFileSync(join(guide, `${name}.md`), 'utf8').split('\n')[0]).toBe(`# ${title}`)
})

test('the README has at most 200 lines, and links to every page of the guide', () => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8')
  expect(readme.split('\n').length).toBeLessThanOrEqual(200)
  for (const path of paths.slice(1)) expect(readme).toContain(`src/guide/${basename(path)}`)
})
