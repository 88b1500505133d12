import type { FaceCall, FaceContext } from '../../../face.js'
import { atLeast, atMost, flag, oneOf, repeated, same } from '../../../list-filters.js'
import { type Listed, listedEvents, withMarkets } from '../../../venue-view.js'
import { stateAt, type WorldEvent, type WorldStats } from '../../../world/types.js'
import { byCondition, byNumber, byToken, marketBySlug, questionId } from '../ids.js'
import { tagIds } from '../labels.js'
import { invalid } from './errors.js'
import { date, type GammaList, number } from './page.js'

const isClosed = ({ market }: Listed, { now }: FaceContext): boolean => stateAt(market, now) !== 'open'

function statsOf({ market }: Listed, { world, now }: FaceContext): WorldStats {
  return world.stats(market.key, now)
}

/**
 * Markets, oldest first unless an order is asked for (venues/polymarket/README.md). Closed ones are left out unless
 * `closed` says otherwise, even when asked for by id.
 */
export const markets: GammaList<Listed> = {
  kind: 'markets',
  filters: {
    closed: flag(isClosed, false),
    tag_id: same(({ event }, call) => tagIds(call, event.series)),
    start_date_min: atLeast(date, ({ market }) => market.opensAt),
    start_date_max: atMost(date, ({ market }) => market.opensAt),
    end_date_min: atLeast(date, ({ market }) => market.endsAt),
    end_date_max: atMost(date, ({ market }) => market.endsAt),
    liquidity_num_min: atLeast(number, (listed, call) => statsOf(listed, call).liquidity),
    liquidity_num_max: atMost(number, (listed, call) => statsOf(listed, call).liquidity),
    volume_num_min: atLeast(number, (listed, call) => statsOf(listed, call).notional),
    volume_num_max: atMost(number, (listed, call) => statsOf(listed, call).notional),
    sports_market_types: oneOf(repeated, ({ event, market }) => {
      if (event.startsAt === undefined) return undefined
      return market.strike === undefined ? 'moneyline' : 'totals'
    }),
    game_id: same(({ event }) => (event.startsAt === undefined ? undefined : String(event.number))),
  },
  keys: {
    volumeNum: (listed, call) => statsOf(listed, call).notional,
    volume: (listed, call) => statsOf(listed, call).notional,
    volume24hr: (listed, call) => statsOf(listed, call).notional24h,
    liquidityNum: (listed, call) => statsOf(listed, call).liquidity,
    liquidity: (listed, call) => statsOf(listed, call).liquidity,
    startDate: ({ market }) => market.opensAt,
    createdAt: ({ market }) => market.opensAt,
    endDate: ({ market }) => market.endsAt,
    closedTime: (listed, call) => (isClosed(listed, call) ? listed.market.closesAt : undefined),
    id: ({ market }) => market.number,
  },
  created: [({ market }) => market.opensAt, ({ market }) => market.number],
  idOf: ({ market }) => String(market.number),
  find: marketById,
}

/** Markets asked for by any of their ids, of any age; else all in lists. */
export function marketsAsked(call: FaceCall): readonly Listed[] {
  const { query } = call
  // Closed events cannot hold what is open, and they are most of the list.
  const isWorthwhile = (event: WorldEvent): boolean =>
    query.flag('closed') === true || stateAt(event, call.now) === 'open'
  const listed = (): readonly Listed[] => withMarkets(listedEvents(call, 'polymarket').filter(isWorthwhile))
  const questions = query.all('question_ids').map((id) => id.toLowerCase())
  const finders: Readonly<Record<string, (id: string) => Listed | undefined>> = {
    id: (id) => marketById(call, id),
    slug: (slug) => marketBySlug(call, slug),
    condition_ids: (id) => byCondition(call, id),
    clob_token_ids(id) {
      if (!/^\d+$/.test(id)) throw invalid('invalid clob token ids')
      return byToken(call, id)
    },
  }
  if ([...Object.keys(finders), 'question_ids'].every((name) => query.all(name).length === 0)) return listed()
  const found = Object.entries(finders).flatMap(([name, find]) =>
    query.all(name).flatMap((id) => find(id) ?? []),
  )
  const asked = ({ event, market }: Listed): boolean =>
    questions.includes(questionId(call.world.seed, event, market))
  const all = questions.length === 0 ? found : [...found, ...listed().filter(asked)]
  return [...new Map(all.map((one) => [one.market.key, one])).values()]
}

/** The market with a numeric id; @throws 422 for an id that is no number, such as a condition id */
export function marketById(context: FaceContext, id: string): Listed | undefined {
  if (!/^\d{1,15}$/.test(id)) throw invalid('id is invalid')
  return byNumber(context, Number(id))
}
