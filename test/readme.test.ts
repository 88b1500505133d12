import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { cli, type RunningDaemon, repository, run, startDaemonProcess, testHome } from './support/daemon.js'
import { holdsTable } from './support/written-tables.js'

const guide = join(repository, 'src/guide')
const paths = [
  join(repository, 'README.md'),
  ...readdirSync(guide)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(guide, name)),
]
const texts = paths.map((path) => readFileSync(path, 'utf8'))
const all = texts.join('\n')
const home = testHome()
let daemon: RunningDaemon

beforeAll(async () => {
  daemon = await startDaemonProcess(home)
})

afterAll(async () => {
  await daemon.stop()
  home.remove()
})

/** Lines of the `sh` blocks of the README and the guide: what a reader is told to type. */
const commands = [
  ...new Set(
    [...all.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
      block.split('\n').filter((line) => line !== ''),
    ),
  ),
]

describe('what the README and the guide tell to type works', () => {
  test.each(commands.filter((line) => line.startsWith('curl ')))('%s', async (line) => {
    const [, url = ''] = /^curl '([^']+)'$/.exec(line) ?? []
    let reply = await fetch(url.replace('http://localhost:3847', daemon.address))
    // The first question to all venues begins to read their lists.
    while (reply.status === 503 && reply.headers.has('retry-after'))
      reply = await fetch(url.replace('http://localhost:3847', daemon.address))
    expect(reply.status).toBe(200)
    expect((await reply.text()).length).toBeGreaterThan(2)
  })

  test.each(commands.filter((line) => line.startsWith('pmx-local ')))('%s', async (line) => {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const folder = mkdtempSync(join(tmpdir(), 'pmx-readme-'))
    const ended = await run(process.execPath, [cli, ...words.slice(1)], {
      environment: home.environment,
      folder,
    })
    rmSync(folder, { recursive: true, force: true })
    expect(ended.code, ended.stderr).toBe(0)
    expect(ended.stdout.trim()).not.toBe('')
  })

  test('and everything else in it is npm', () => {
    const others = commands.filter((line) => !/^(curl|pmx-local) /.test(line))
    expect(others).toEqual(['npm ci && npm start', 'npm ci && npm test', 'pip install pmxt websocket-client'])
  })

  test('the script with the SDK prints a title, a bid, and candles of the asked spacing', async () => {
    const script = /```js\n([\s\S]*?)```/.exec(texts[0] ?? '')?.[1] ?? ''
    const file = join(repository, 'test', `readme-${process.pid}.mjs`)
    writeFileSync(file, script)
    const ended = await run(process.execPath, [file], { environment: home.environment })
    rmSync(file)
    expect(ended.stderr).toBe('')
    const [hourly = '', quarters = ''] = ended.stdout.split('\n')
    expect(hourly).toMatch(/best bid 0\.\d+, 100 candles, one every 60 min$/)
    expect(quarters).toMatch(/best bid 0\.\d+, \d+ candles, one every 15 min$/)
  })
})

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
      const cells = methods.map((method) => {
        const can = capabilityOf(venue, method)
        const basis = method === 'fetchOHLCV' ? venue.candles?.basis : undefined
        if (can === true) return basis === undefined ? 'yes' : `of ${basis}s`
        return can === false ? '-' : can
      })
      const others = [venue.account?.positionsOf, venue.orders].map((source) => (source ? 'yes' : '-'))
      cells.push(watchedBy(venue))
      rows.push(`| ${venueNames[id]} (\`${id}\`) | yes | ${[...cells, ...others].join(' | ')} |`)
    }
    const head =
      '| venue | markets, events | series | books | trades | candles | watched by | positions by address | orders |'
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
    const head = '| venue | native steps | built from them | kept by the venue | volume in | needs a key |'
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

test('the README is short: what is longer stands in the guide, to which it links', () => {
  const [readme = ''] = texts
  expect(readme.length).toBeLessThan(12_000)
  for (const path of paths.slice(1)) expect(readme).toContain(`src/guide/${basename(path)}`)
})
