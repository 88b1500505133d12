import fc from 'fast-check'
import type { EventRow, MarketRow, Status } from '../../../src/venue-kit/contract/venue.js'
import { event, market } from '../../core/fake-venue.js'

/** Few letters of many scripts, so that texts meet: letters that change their length or their form in lower case too. */
export const shortText = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'B', 'b', ' ', 'İ', 'Σ', 'ß', 'Ж', 'ж', '市', '🏆', 'é', '\u0000'),
    maxLength: 5,
  }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
)
export const category = fc.constantFrom('Sports', 'sports', 'Crypto', '')
export const tag = fc.constantFrom('Cup', 'CUP', 'btc', 'Ж')

/** A member that is absent as often as not. */
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const number = maybe(fc.constantFrom(0, 1, 2, 2.5, 1e9))

const facts = fc.record({
  title: shortText,
  description: shortText,
  startsAt: maybe(fc.constantFrom(0, 1, 1_700_000_000_000)),
  volume24h: number,
  volume: number,
  liquidity: number,
  category: maybe(category),
  tags: maybe(fc.array(tag, { maxLength: 3 })),
  resolutionDate: maybe(fc.constantFrom('2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z')),
})

/** Without the members that are undefined. */
function withoutUndefined<Row extends object>(
  row: Row,
): { [Name in keyof Row]: Exclude<Row[Name], undefined> } {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as never
}

const price = maybe(fc.constantFrom(0, 0.25, 0.5, 1))
const change = maybe(fc.constantFrom(-0.5, 0, 0.25))
const side = fc.record({ label: shortText, price, priceChange24h: change })
const moreFacts = fc.record({
  openInterest: number,
  yes: maybe(side),
  no: maybe(side),
  up: maybe(side),
  down: maybe(side),
})

/** Rows in which any number may be there or not; outcomes with prices and labels of their own. */
export const fullEventRows = (status: Status, prefix = 'E'): fc.Arbitrary<EventRow[]> =>
  fc
    .tuple(eventRows(status, prefix), fc.array(moreFacts, { minLength: 1, maxLength: 10 }))
    .map(([all, more]) => {
      let next = 0
      return all.map((row) => ({
        ...row,
        markets: row.markets.map((each): MarketRow => {
          const { openInterest, ...sides } = more[next++ % more.length] as (typeof more)[number]
          const { yes: _yes, no: _no, up: _up, down: _down, ...rest } = each.market
          const { marketId } = rest
          const told = Object.entries(sides).flatMap(([name, outcome]) =>
            outcome === undefined
              ? []
              : [
                  [
                    name,
                    { outcomeId: `${marketId}-${name}`, marketId, ...withoutUndefined(outcome) },
                  ] as const,
                ],
          )
          const outcomes = told.map(([, outcome]) => outcome)
          const market = { ...rest, outcomes, ...Object.fromEntries(told) }
          return { ...each, market: { ...market, ...(openInterest === undefined ? {} : { openInterest }) } }
        }),
      }))
    })

/** Markets with ids of their own. */
export const marketRows = (status: Status, prefix = 'M'): fc.Arbitrary<MarketRow[]> =>
  fc
    .array(facts, { maxLength: 12 })
    .map((all) =>
      all.map((each, index) => market(`${prefix}${index}`, { ...withoutUndefined(each), status })),
    )

/** Events with markets of their own, some of which are closed. */
export const eventRows = (status: Status, prefix = 'E'): fc.Arbitrary<EventRow[]> =>
  fc
    .array(fc.tuple(facts, fc.array(fc.tuple(facts, fc.boolean()), { maxLength: 4 })), { maxLength: 8 })
    .map((all) =>
      all.map(([{ liquidity: _none, resolutionDate: _date, ...each }, markets], index) => {
        const rows = markets.map(([own, isClosed], at) =>
          market(`${prefix}${index}-${at}`, {
            ...withoutUndefined(own),
            status: isClosed ? 'closed' : status,
          }),
        )
        return event(`${prefix}${index}`, rows, { ...withoutUndefined(each), status })
      }),
    )
