import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readArguments } from '../../../src/api/arguments/arguments.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { hasPrefixedIds, isVenueId, type VenueId, venueIds } from '../../../src/api/envelope/venue-ids.js'
import { catalogIdOf } from '../../../src/api/values/catalog-id.js'
import { renderOutcomeId } from '../../../src/api/values/outcome-id.js'

const venues = venueIds.filter((venue) => venue !== 'router')
const anyVenue = fc.constantFrom<VenueId>(...venues)
/** Native ids hold colons, but do not begin with the name of a venue. */
const nativeId = fc
  .stringMatching(/^[A-Za-z0-9][A-Za-z0-9:.-]{0,30}$/)
  .filter((id) => !isVenueId(id.split(':')[0] ?? ''))
const ofKind = (venue: VenueId, kind: 'event' | 'market' | 'outcome', id: string) =>
  hasPrefixedIds(venue, kind) ? `${venue}:${id}` : id

const outcomeOf = (text: string, venue?: VenueId) => readArguments('fetchOrderBook', [text], venue).args[0]

test('an outcome is named by its native id and with its venue before it, on every venue', () => {
  fc.assert(
    fc.property(anyVenue, nativeId, (venue, id) => {
      const native = ofKind(venue, 'outcome', id)
      expect(outcomeOf(native, venue)).toBe(native)
      expect(outcomeOf(renderOutcomeId({ venue, id: native }), venue)).toBe(native)
    }),
  )
})

test('so are markets and events', () => {
  fc.assert(
    fc.property(anyVenue, nativeId, nativeId, (venue, market, event) => {
      const marketId = ofKind(venue, 'market', market)
      const eventId = ofKind(venue, 'event', event)
      const query = { marketId: `${venue}:${marketId}`, eventId: `${venue}:${eventId}` }
      expect(readArguments('fetchMarkets', [query], venue).args[0]).toMatchObject({ marketId, eventId })
      expect(readArguments('fetchMarkets', [{ marketId, eventId }], venue).args[0]).toMatchObject({
        marketId,
        eventId,
      })
    }),
  )
})

test('an id of another venue is refused, and the error names both', () => {
  fc.assert(
    fc.property(anyVenue, anyVenue, nativeId, (venue, other, id) => {
      fc.pre(venue !== other)
      expect(() => outcomeOf(`${other}:${id}`, venue)).toThrow(PmxError)
    }),
  )
  expect(() => outcomeOf('limitless:1', 'kalshi')).toThrow(
    'outcomeId is an id of Limitless, but the call goes to Kalshi: "limitless:1". Send the call to limitless, or an id of kalshi.',
  )
})

describe('the form with a venue is read', () => {
  test.each([
    ['kalshi:KX-1-NO', 'kalshi', 'KX-1-NO'],
    ['2741:7:0', 'myriad', '2741:7:0'],
    ['myriad:2741:7:0', 'myriad', '2741:7:0'],
    ['GEMI:GEMI-A-B:yes', 'gemini-titan', 'GEMI:GEMI-A-B:yes'],
    ['rain:0123:1', 'rain', 'rain:0123:1'],
    ['rain:rain:0123:1', 'rain', 'rain:0123:1'],
    ['4:creator', 'suibets', '4:creator'],
    ['suibets:4:creator', 'suibets', '4:creator'],
    ['kalshi:', 'kalshi', 'kalshi:'],
    ['https://kalshi.com/events/kx', 'kalshi', 'https://kalshi.com/events/kx'],
  ] as const)('%s on %s is %s', (text, venue, native) => {
    expect(outcomeOf(text, venue)).toBe(native)
  })

  test('in lists, in orders and by older names', () => {
    expect(readArguments('fetchOrderBooks', [['kalshi:A', 'B']], 'kalshi').args[0]).toEqual(['A', 'B'])
    const order = { marketId: 'kalshi:M', outcomeId: 'kalshi:A', side: 'buy', type: 'limit', amount: 1 }
    expect(readArguments('createOrder', [order], 'kalshi').args[0]).toMatchObject({
      marketId: 'M',
      outcomeId: 'A',
    })
    expect(readArguments('fetchMarket', ['kalshi:M'], 'kalshi').args[0]).toEqual({ marketId: 'M' })
  })

  test('nowhere else: a query, a slug and the id of an order stay', () => {
    const query = { query: 'limitless:1', slug: 'kalshi:x' }
    expect(readArguments('fetchMarkets', [query], 'kalshi').args[0]).toEqual(query)
    expect(readArguments('fetchOrder', ['limitless:1'], 'kalshi').args[0]).toBe('limitless:1')
  })

  test('for the router as the id of the catalog', () => {
    const [read] = readArguments('fetchMarkets', [{ marketId: 'rain:rain:01' }], 'router').args
    expect(read).toEqual({ marketId: catalogIdOf('rain', 'market', 'rain:01') })
  })

  test('not where the venue of the call is unknown', () => {
    expect(outcomeOf('limitless:1')).toBe('limitless:1')
  })
})
