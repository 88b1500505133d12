import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { findKey, type Key, type ListSpec, pageOf, startFromNumber } from '../../mock-kit/list-endpoint.js'
import { whereEqual, whereWord } from '../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { findListedEvents } from '../../mock-kit/venue-view.js'
import { slugOf } from '../../world/common/dates.js'
import { mixWide, uuidOf } from '../../world/common/hash.js'
import { stateAt, type WorldEvent } from '../../world/common/types.js'
import { findBySlug, isGroup, type Named } from './ids.js'
import { automationOf, groupMarket, listRow, toLoneChild, toSingleMarket } from './native-market.js'
import { pageNumber, readPageLimit } from './paging.js'
import { createBadRequest, createInvalid, createUnknownSlug, notOneOf } from './replies.js'

/** Routes of lists, search, single markets, and the site's menu (README.md). */
export const marketRoutes: readonly Route[] = [
  route('GET', '/markets/active', activeList),
  route('GET', '/markets/search', search),
  route('GET', '/markets/:slug', (call) => toJsonReply(detail(call, findNamed(call)))),
  route('GET', '/navigation', (call) => {
    const categories = new Set(call.world.series.map(({ category }) => category))
    return toJsonReply([...categories].map(menuEntry))
  }),
]

function menuEntry(name: string, index: number): unknown {
  const slug = slugOf(name)
  return { id: uuidOf(mixWide(0x11e4, index)), name, slug, path: `/${slug}`, children: [] }
}

/** Returns the target of the path. @throws 400 for text that cannot be a slug, 404 for an unknown one */
export function findNamed(call: MockCall): Named {
  const slug = call.params['slug'] ?? ''
  const looksLike = /^0x[0-9a-f]{40}$/i.test(slug) || /^.+-\d+$/.test(slug)
  if (!looksLike) throw createBadRequest('Invalid slug format. Expected format: text-with-numbers-timestamp')
  return requireOrRefuse(findBySlug(call, slug), () => createUnknownSlug(slug))
}

/** Renders a lookup. A single market also has the group member, which is null. */
function detail(call: MockCall, found: Named): Readonly<Record<string, unknown>> {
  switch (found.kind) {
    case 'group':
      return groupMarket(call, found.event)
    case 'child':
      return toLoneChild(call, found)
    case 'single':
      return { ...toSingleMarket(call, found), groupSlug: null }
  }
}

/** A larger page size returns an empty response. */
const PAGE_SIZE = 25

const active: ListSpec<WorldEvent> = {
  limit: readPageLimit(PAGE_SIZE, 100),
  start: startFromNumber(pageNumber),
  filters: {
    tradeType: whereWord({ amm: () => false, clob: (event) => !isGroup(event), group: isGroup }, notOneOf),
    automationType: whereEqual(automationOf),
  },
  order: ({ query }) => {
    const key = findKey(sorts, query.text('sortBy') ?? 'lp_rewards', (names) => notOneOf('sortBy', names))
    return [key, (event: WorldEvent) => event.number].map((one) => ({ key: one, isFalling: true }))
  },
}

const sorts: Readonly<Record<string, Key<WorldEvent>>> = {
  lp_rewards: (event) => event.seed,
  ending_soon: (event) => -event.endsAt,
  newest: (event) => event.opensAt,
  high_value: (event, call) => sumOf(call, event, 'notional'),
  liquidity: (event, call) => sumOf(call, event, 'liquidity'),
}

function sumOf({ world, now }: MockContext, { markets }: WorldEvent, name: 'notional' | 'liquidity'): number {
  return markets.reduce((all, { key }) => all + world.stats(key, now)[name], 0)
}

/** Lists only open markets; the venue has no list of closed ones. */
function activeList(call: MockCall): Reply {
  if (call.query.has('q')) throw createInvalid('property q should not exist')
  const open = findListedEvents(call, 'limitless').filter((event) => stateAt(event, call.now) === 'open')
  const { rows, total, limit } = pageOf(active, call, open)
  const shown = limit > PAGE_SIZE ? [] : rows
  return toJsonReply({
    data: shown.map((event) => listRow(call, event)),
    totalMarketsCount: shown.length === 0 ? 0 : total,
  })
}

interface Hit {
  readonly event: WorldEvent
  /** Number of words of the text that the event contains. */
  readonly score: number
}

const hits: ListSpec<Hit> = {
  limit: readPageLimit(10, 50),
  start: startFromNumber(pageNumber),
  order: () => [hasWords, isTraded, isNew].map((key) => ({ key, isFalling: true })),
}

const hasWords: Key<Hit> = ({ score }) => score
const isTraded: Key<Hit> = ({ event }, { now }) => (stateAt(event, now) === 'open' ? 1 : 0)
const isNew: Key<Hit> = ({ event }) => event.opensAt

/**
 * Finds events that share words with the text, in place of the venue's semantic search. It always returns results,
 * including ended markets (README.md).
 */
function search(call: MockCall): Reply {
  const text = requireOrRefuse(call.query.text('query'), () => createInvalid('query should not be empty'))
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const all = findListedEvents(call, 'limitless').map(
    (event): Hit => ({ event, score: scoreOf(event, words) }),
  )
  const best = all.filter(({ score }) => score > 0)
  const found = best.length > 0 ? best : pageOf({ ...hits, start: () => 0 }, call, all).rows
  return toJsonReply({
    markets: pageOf(hits, call, found).rows.map(({ event }) => listRow(call, event)),
    totalMarketsCount: found.length,
    noExactMatch: !found.some(({ score }) => score === words.length),
  })
}

function scoreOf(event: WorldEvent, words: readonly string[]): number {
  const questions = event.markets.map(({ question, label }) => `${question} ${label ?? ''}`)
  const text = `${event.title} ${questions.join(' ')}`.toLowerCase()
  return words.filter((word) => text.includes(word)).length
}
