import type { FaceCall, FaceContext } from '../../face.js'
import { type Listed, listedEvents, withMarkets } from '../../venue-view.js'
import { stateAt, type WorldEvent } from '../../world/types.js'
import { invalid } from './gamma-errors.js'
import { dateOf, numberOf, type OrderFields, orderOf, type Selection } from './gamma-page.js'
import { byCondition, byNumber, byToken, marketBySlug, questionId } from './ids.js'
import { allTags } from './labels.js'

/** Lists of ids by the names of the query string; the POST forms spell them otherwise. */
export interface MarketKeys {
  readonly ids: readonly string[]
  readonly slugs: readonly string[]
  readonly conditions: readonly string[]
  readonly tokens: readonly string[]
  readonly questions: readonly string[]
}

export function keysOf({ query }: FaceCall): MarketKeys {
  return {
    ids: query.all('id'),
    slugs: query.all('slug'),
    conditions: query.all('condition_ids'),
    tokens: query.all('clob_token_ids'),
    questions: query.all('question_ids'),
  }
}

/**
 * The markets that a list call asks for, in its order, all pages together (venues/polymarket/README.md). Closed ones
 * are left out unless `closed` says otherwise, even when asked for by id.
 */
export function selectMarkets(call: FaceCall, keys: MarketKeys): Selection<Listed> {
  const { query, now } = call
  const closed = query.flag('closed') ?? false
  const compare = orderOf(query, orderFields(call), byMarketCreation)
  const filters = [...tagFilters(call), ...rangeFilters(call), ...sportsFilters(call)]
  const rows = candidates(call, keys, closed)
    .filter(({ market }) => (stateAt(market, now) !== 'open') === closed)
    .filter((listed) => filters.every((accepts) => accepts(listed)))
  return { rows: rows.sort(compare), compare }
}

function byMarketCreation(a: Listed, b: Listed): number {
  return a.market.opensAt - b.market.opensAt || a.market.number - b.market.number
}

function candidates(context: FaceContext, keys: MarketKeys, closed: boolean): Listed[] {
  // Closed events cannot hold what is open, and they are most of the list.
  const worthwhile = (event: WorldEvent): boolean => closed || stateAt(event, context.now) === 'open'
  const listed = (): Listed[] => [...withMarkets(listedEvents(context, 'polymarket').filter(worthwhile))]
  if (Object.values(keys).every((list) => list.length === 0)) return listed()
  const found = [
    ...keys.ids.map((id) => marketById(context, id)),
    ...keys.slugs.map((slug) => marketBySlug(context, slug)),
    ...keys.conditions.map((id) => byCondition(context, id)),
    ...keys.tokens.map((id) => {
      if (!/^\d+$/.test(id)) throw invalid('invalid clob token ids')
      return byToken(context, id)
    }),
    ...byQuestions(context, keys.questions, listed),
  ]
  const byKey = new Map(found.filter((one) => one !== undefined).map((one) => [one.market.key, one]))
  return [...byKey.values()]
}

function byQuestions(context: FaceContext, ids: readonly string[], listed: () => Listed[]): Listed[] {
  if (ids.length === 0) return []
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  return listed().filter(({ event, market }) => wanted.has(questionId(context.world.seed, event, market)))
}

/** The market with a numeric id; @throws 422 for an id that is no number, such as a condition id */
export function marketById(context: FaceContext, id: string): Listed | undefined {
  if (!/^\d{1,15}$/.test(id)) throw invalid('id is invalid')
  return byNumber(context, Number(id))
}

type Filter = (listed: Listed) => boolean

function tagFilters(call: FaceCall): Filter[] {
  const id = call.query.text('tag_id')
  if (id === undefined) return []
  const label = allTags(call).find((tag) => tag.id === id)?.label
  return [({ event }) => label !== undefined && event.series.tags.includes(label)]
}

function sportsFilters({ query }: FaceCall): Filter[] {
  const types = query.all('sports_market_types')
  const game = query.text('game_id')
  const filters: Filter[] = []
  if (types.length > 0) {
    filters.push(({ event, market }) => {
      if (event.startsAt === undefined) return false
      return types.includes(market.strike === undefined ? 'moneyline' : 'totals')
    })
  }
  if (game !== undefined)
    filters.push(({ event }) => event.startsAt !== undefined && String(event.number) === game)
  return filters
}

function rangeFilters(call: FaceCall): Filter[] {
  const { query, world, now } = call
  const range = (
    read: (listed: Listed) => number,
    low: number | undefined,
    high: number | undefined,
  ): Filter[] => {
    if (low === undefined && high === undefined) return []
    return [(listed) => read(listed) >= (low ?? -Infinity) && read(listed) <= (high ?? Infinity)]
  }
  return [
    ...range(
      ({ market }) => market.opensAt,
      dateOf(query, 'start_date_min'),
      dateOf(query, 'start_date_max'),
    ),
    ...range(({ market }) => market.endsAt, dateOf(query, 'end_date_min'), dateOf(query, 'end_date_max')),
    ...range(
      ({ market }) => world.stats(market.key, now).liquidity,
      numberOf(query, 'liquidity_num_min'),
      numberOf(query, 'liquidity_num_max'),
    ),
    ...range(
      ({ market }) => world.stats(market.key, now).notional,
      numberOf(query, 'volume_num_min'),
      numberOf(query, 'volume_num_max'),
    ),
  ]
}

function orderFields({ world, now }: FaceContext): OrderFields<Listed> {
  const known = new Map<string, ReturnType<typeof world.stats>>()
  const stats = ({ market }: Listed): ReturnType<typeof world.stats> => {
    const found = known.get(market.key) ?? world.stats(market.key, now)
    known.set(market.key, found)
    return found
  }
  return {
    volumeNum: (listed) => stats(listed).notional,
    volume: (listed) => stats(listed).notional,
    volume24hr: (listed) => stats(listed).notional24h,
    liquidityNum: (listed) => stats(listed).liquidity,
    liquidity: (listed) => stats(listed).liquidity,
    startDate: ({ market }) => market.opensAt,
    createdAt: ({ market }) => market.opensAt,
    endDate: ({ market }) => market.endsAt,
    closedTime: ({ market }) => (stateAt(market, now) === 'open' ? undefined : market.closesAt),
    id: ({ market }) => market.number,
  }
}
