import { toIso } from '../../../api/instant.js'
import type { FaceCall, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { listedEvents } from '../../venue-view.js'
import { stateAt, type WorldEvent } from '../../world/types.js'
import { bySlug, byStableSlug, isGroup, type Named, slugFor } from './ids.js'
import { automationOf, groupMarket, listRow, loneChild, singleMarket } from './native-market.js'
import { badRequest, invalid, unknownSlug } from './replies.js'

/** Lists, search and single markets (venues/limitless/README.md). */
export const marketRoutes: readonly Route[] = [
  route('GET', '/markets/active', (call) => activeList(call, undefined)),
  route('GET', '/markets/active/slugs', (call) => json(activeEvents(call).map(slugRow))),
  route('GET', '/markets/active/:category', (call) => activeList(call, call.params['category'])),
  route('GET', '/markets/categories/count', categoryCounts),
  route('GET', '/categories', (call) =>
    json(categoriesOf(call).map((name, index) => ({ id: index + 1, name }))),
  ),
  route('GET', '/markets/search', search),
  route('GET', '/markets/stable/:slug', (call) => {
    const event = byStableSlug(call, call.params['slug'] ?? '')
    if (event === undefined) throw unknownSlug(call.params['slug'] ?? '')
    return json(listRow(call, event))
  }),
  route('GET', '/markets/:slug', (call) => json(detail(call, named(call)))),
]

const PAGE_SIZE = 25
const REFUSED_ABOVE = 100
const MAX_FOUND = 50

/**
 * What the path names.
 * @throws 400 for text that no slug looks like, 404 for an unknown one
 */
export function named(call: FaceCall): Named {
  const slug = call.params['slug'] ?? ''
  const looksLike = /^0x[0-9a-f]{40}$/i.test(slug) || /^.+-\d+$/.test(slug)
  if (!looksLike) throw badRequest('Invalid slug format. Expected format: text-with-numbers-timestamp')
  const found = bySlug(call, slug)
  if (found === undefined) throw unknownSlug(slug)
  return found
}

/** One that trades by itself also says in which group: none. */
function detail(call: FaceCall, found: Named): Readonly<Record<string, unknown>> {
  switch (found.kind) {
    case 'group':
      return groupMarket(call, found.event)
    case 'child':
      return loneChild(call, found)
    case 'single':
      return { ...singleMarket(call, found), groupSlug: null }
  }
}

/** Only what can still be traded; there is no list of closed markets. */
function activeEvents(call: FaceCall): readonly WorldEvent[] {
  return listedEvents(call, 'limitless').filter((event) => stateAt(event, call.now) === 'open')
}

/** A count from 1 up. */
export function whole({ query }: FaceCall, key: string, otherwise: number): number {
  const value = query.integer(key) ?? otherwise
  if (value === 'bad' || value < 1) throw invalid(`${key} must not be less than 1`)
  return value
}

function activeList(call: FaceCall, category: string | undefined): Reply {
  const { query } = call
  if (query.has('q')) throw invalid('property q should not exist')
  const [page, limit] = [whole(call, 'page', 1), whole(call, 'limit', PAGE_SIZE)]
  if (limit > REFUSED_ABOVE) throw invalid(`limit must not be greater than ${REFUSED_ABOVE}`)
  const events = inOrder(call, activeEvents(call).filter(filterOf(call, category)))
  // More than a page may hold is answered with nothing at all.
  const rows = limit > PAGE_SIZE ? [] : events.slice((page - 1) * limit, page * limit)
  return json({
    data: rows.map((event) => listRow(call, event)),
    totalMarketsCount: rows.length === 0 ? 0 : events.length,
  })
}

function filterOf(call: FaceCall, category: string | undefined): (event: WorldEvent) => boolean {
  const { query } = call
  const [tradeType, automation] = [query.text('tradeType'), query.text('automationType')]
  if (tradeType !== undefined && !['amm', 'clob', 'group'].includes(tradeType)) {
    throw invalid('tradeType must be one of the following values: amm, clob, group')
  }
  const name = category === undefined ? undefined : categoriesOf(call)[Number(category) - 1]
  return (event) =>
    (category === undefined || event.series.category === name) &&
    (automation === undefined || automation === automationOf(event)) &&
    (tradeType === undefined || (tradeType !== 'amm' && (tradeType === 'group') === isGroup(event)))
}

function inOrder(call: FaceCall, events: readonly WorldEvent[]): readonly WorldEvent[] {
  const sortBy = call.query.text('sortBy') ?? 'lp_rewards'
  const figures = new Map<WorldEvent, number>()
  const sum = (event: WorldEvent, name: 'notional' | 'liquidity'): number => {
    const known = figures.get(event)
    if (known !== undefined) return known
    const total = event.markets.reduce((all, { key }) => all + call.world.stats(key, call.now)[name], 0)
    figures.set(event, total)
    return total
  }
  const keys: Readonly<Record<string, (event: WorldEvent) => number>> = {
    lp_rewards: (event) => event.seed,
    ending_soon: (event) => -event.endsAt,
    newest: (event) => event.opensAt,
    high_value: (event) => sum(event, 'notional'),
    liquidity: (event) => sum(event, 'liquidity'),
  }
  const key = Object.hasOwn(keys, sortBy) ? keys[sortBy] : undefined
  if (key === undefined)
    throw invalid(`sortBy must be one of the following values: ${Object.keys(keys).join(', ')}`)
  return [...events].sort((a, b) => key(b) - key(a) || b.number - a.number)
}

export function categoriesOf({ world }: FaceCall): readonly string[] {
  return [...new Set(world.series.map(({ category }) => category))]
}

function categoryCounts(call: FaceCall): Reply {
  const events = activeEvents(call)
  const counts = categoriesOf(call).map((name, index) => [
    String(index + 1),
    events.filter(({ series }) => series.category === name).length,
  ])
  return json({ category: Object.fromEntries(counts), totalCount: events.length })
}

/** Every active slug with its deadline, in one call. */
function slugRow(event: WorldEvent): Readonly<Record<string, unknown>> {
  const facts = { slug: event.slug, strikePrice: null, ticker: null, deadline: toIso(event.endsAt) }
  return isGroup(event)
    ? { ...facts, markets: event.markets.map((market) => ({ ...facts, slug: slugFor({ event, market }) })) }
    : facts
}

/**
 * Finds what is nearest in meaning: here, what shares words with the text. Something is always found, ended markets
 * among it (venues/limitless/README.md).
 */
function search(call: FaceCall): Reply {
  const text = call.query.text('query')
  if (text === undefined) throw invalid('query should not be empty')
  const [page, limit] = [whole(call, 'page', 1), whole(call, 'limit', 10)]
  if (limit > MAX_FOUND) throw invalid(`limit must not be greater than ${MAX_FOUND}`)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const scored = listedEvents(call, 'limitless').map((event) => ({ event, score: scoreOf(event, words) }))
  scored.sort((a, b) => b.score - a.score || rank(call, b.event) - rank(call, a.event))
  const best = scored.filter(({ score }) => score > 0)
  const found = best.length > 0 ? best : scored.slice(0, limit)
  return json({
    markets: found.slice((page - 1) * limit, page * limit).map(({ event }) => listRow(call, event)),
    totalMarketsCount: found.length,
    noExactMatch: !found.some(({ score }) => score === words.length),
  })
}

function scoreOf(event: WorldEvent, words: readonly string[]): number {
  const questions = event.markets.map(({ question, label }) => `${question} ${label ?? ''}`)
  const text = `${event.title} ${questions.join(' ')}`.toLowerCase()
  return words.filter((word) => text.includes(word)).length
}

/** Open ones first, then the newest. */
function rank({ now }: FaceCall, event: WorldEvent): number {
  return (stateAt(event, now) === 'open' ? 1e15 : 0) + event.opensAt
}
