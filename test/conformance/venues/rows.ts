import * as z from 'zod'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { groupBy } from '../../../src/cassette/maintenance/merge.js'
import { stateAt, type WorldMarket } from '../../../src/simulator/world/common/types.js'
import type { House } from './house.js'
import { NOON } from './house.js'

const probability = z.number().min(0).max(1)
const outcome = z.looseObject({
  outcomeId: z.string().min(1),
  marketId: z.string().min(1),
  label: z.string().min(1),
  price: probability.optional(),
  priceChange24h: z.number().min(-1).max(1).optional(),
})
const amount = z.number().min(0).optional()

/** What must hold of every unified market; unknown numbers are absent, never null. */
const market = z.looseObject({
  marketId: z.string().min(1),
  eventId: z.string().min(1).optional(),
  title: z.string().min(1),
  slug: z.string().min(1).optional(),
  url: z.url(),
  outcomes: z.array(outcome).min(1),
  resolutionDate: z.iso.datetime().optional(),
  volume24h: amount,
  volume: amount,
  liquidity: amount,
  openInterest: amount,
  yes: outcome.optional(),
  no: outcome.optional(),
})
const event = z.looseObject({
  id: z.string().min(1),
  title: z.string().min(1),
  url: z.url(),
  volume24h: amount,
  volume: amount,
  markets: z.array(market),
})
const level = z.looseObject({ price: probability, size: z.number().positive() })
const book = z.looseObject({ bids: z.array(level), asks: z.array(level), timestamp: z.number() })
const trade = z.looseObject({
  id: z.string().min(1),
  timestamp: z.number(),
  price: probability,
  amount: z.number().positive(),
  side: z.enum(['buy', 'sell', 'unknown']),
})
const candle = z.object({
  timestamp: z.number().int(),
  open: probability,
  high: probability,
  low: probability,
  close: probability,
  volume: amount,
})

export type MarketOut = z.output<typeof market>
export type EventOut = z.output<typeof event>
export type CandleOut = z.output<typeof candle>
export type BookOut = z.output<typeof book>

export const marketsOf = (data: unknown): MarketOut[] => z.array(market).parse(data)
export const marketOf = (data: unknown): MarketOut => market.parse(data)
export const eventsOf = (data: unknown): EventOut[] => z.array(event).parse(data)
export const eventOf = (data: unknown): EventOut => event.parse(data)
export const bookOf = (data: unknown): BookOut => book.parse(data)
export const tradesOf = (data: unknown) => z.array(trade).parse(data)
export const candlesOf = (data: unknown): CandleOut[] => z.array(candle).parse(data)
export const pageOf = (data: unknown) =>
  z.object({ data: z.array(market), total: z.number(), nextCursor: z.string().optional() }).parse(data)

/** A title, and what follows each dash in it. */
function endsOf(title: string): readonly string[] {
  const parts = title.split(' - ')
  return parts.map((_part, index) => parts.slice(index).join(' - '))
}

/** What stands before and after each dash of a title: an event and the label of one of its markets. */
function cutsOf(title: string): readonly (readonly [string, string])[] {
  return endsOf(title)
    .slice(1)
    .map((label) => [title.slice(0, -label.length - ' - '.length), label] as const)
}

/** An outcome together with the world's market that it is a side of. */
export interface Twin {
  readonly market: MarketOut
  readonly yes: string
  readonly no: string | undefined
  readonly truth: WorldMarket
}

/**
 * Open markets of a venue whose question only one market of the world asks, oldest of that age first in the venue's
 * order; `byLabel` also those whose title names its event and label. Venues that make one market of an exclusive event are
 * known by the event's title and the outcome's label; those that call a market of an event by its candidate alone, by its
 * slug.
 */
export async function twinsOf(
  house: Pick<House, 'simulator' | 'ask'>,
  venue: VenueId,
  minAgeMs: number,
  { byLabel = false }: { readonly byLabel?: boolean } = {},
): Promise<Twin[]> {
  const { world } = house.simulator
  const events = world.eventsAt(NOON)
  const all = events.flatMap((one) => one.markets)
  const isOld = (one: WorldMarket) => stateAt(one, NOON) === 'open' && NOON - one.opensAt > minAgeMs
  const only = <Found>(found: readonly Found[] | undefined) => (found?.length === 1 ? found[0] : undefined)
  const byQuestion = groupBy(all, ({ question }) => question)
  const bySlug = groupBy(all, ({ slug }) => slug)
  const byTitle = groupBy(
    events.filter(({ markets }) => markets.length > 1),
    ({ title }) => title,
  )
  const rows = marketsOf(await house.ask(venue, 'fetchMarkets', [{}]))
  const found = rows.flatMap((row): Twin[] => {
    const candidate = only(bySlug.get(row.slug ?? '')?.filter(({ label }) => label === row.title))
    const asked =
      only(endsOf(row.title).flatMap((question) => byQuestion.get(question) ?? [])) ??
      candidate ??
      only(
        (byLabel ? cutsOf(row.title) : []).flatMap(([title, label]) =>
          (byTitle.get(title) ?? []).flatMap(({ markets }) => markets.filter((one) => one.label === label)),
        ),
      )
    if (asked !== undefined && isOld(asked) && row.yes !== undefined)
      return [{ market: row, yes: row.yes.outcomeId, no: row.no?.outcomeId, truth: asked }]
    const parent = only(byTitle.get(row.title))
    if (parent === undefined || row.outcomes.length < 3) return []
    return row.outcomes.flatMap((side): Twin[] => {
      const truth = only(parent.markets.filter((one) => one.label === side.label))
      return truth === undefined || !isOld(truth)
        ? []
        : [{ market: row, yes: side.outcomeId, no: undefined, truth }]
    })
  })
  // Two sides show more than one of many.
  return [...found.filter(({ no }) => no !== undefined), ...found.filter(({ no }) => no === undefined)]
}
