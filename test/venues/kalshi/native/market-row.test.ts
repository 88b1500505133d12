import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../../src/venue-kit/payload/payload.js'
import { kalshi } from '../../../../src/venues/kalshi/index.js'
import { toMarketRow } from '../../../../src/venues/kalshi/mapping.js'
import { eventReply, marketReply } from '../../../../src/venues/kalshi/schemas.js'
import { expectDriftAt } from '../../../support/expect.js'
import { type Mutation, mutate, mutationsOf } from '../../../support/mutations.js'
import { type Members, nativeEvent, nativeMarket } from '../payloads.js'

const environment = { id: kalshi.id, hosts: kalshi.hosts, site: 'https://kalshi.com' }
const now = Date.UTC(2026, 10, 21)
const { event } = eventReply.parse({ event: nativeEvent() })
const around = { event, seriesTags: ['Orbhaven', 'Elections'] }

const read = (market: unknown) => readPayload(marketReply, { market }, 'GET /markets/{ticker}').market
const rowOf = (overrides: Members = {}, surroundings = {}) =>
  toMarketRow(read(nativeMarket(overrides)), { ...around, ...surroundings }, environment, now)

test('a market is mapped whole', () => {
  const yes = {
    outcomeId: 'KXORBMAYOR-26-VELA',
    marketId: 'KXORBMAYOR-26-VELA',
    label: 'Mira Vela',
    price: 0.42,
    priceChange24h: -0.03,
    bestBid: 0.41,
    bestAsk: 0.44,
    metadata: { side: 'yes' },
  }
  const no = {
    outcomeId: 'KXORBMAYOR-26-VELA-NO',
    marketId: 'KXORBMAYOR-26-VELA',
    label: 'Not Mira Vela',
    price: 0.58,
    priceChange24h: 0.03,
    bestBid: 0.56,
    bestAsk: 0.59,
    metadata: { side: 'no', derived: true },
  }
  expect(rowOf()).toEqual({
    status: 'active',
    startsAt: Date.UTC(2026, 4, 20, 19, 10),
    closesAt: Date.UTC(2027, 1, 1, 15),
    market: {
      marketId: 'KXORBMAYOR-26-VELA',
      eventId: 'KXORBMAYOR-26',
      title: 'Will Mira Vela become mayor of Orbhaven?',
      description: 'If Mira Vela is sworn in as mayor of Orbhaven, then the market resolves to Yes.',
      slug: 'KXORBMAYOR-26-VELA',
      outcomes: [yes, no],
      yes,
      no,
      up: yes,
      down: no,
      resolutionDate: '2027-02-08T15:00:00.000Z',
      volume24h: 3.14,
      volume: 2985.5,
      openInterest: 2422.48,
      url: 'https://kalshi.com/events/KXORBMAYOR-26',
      category: 'Elections',
      tags: ['Elections', 'Orbhaven'],
      tickSize: 0.01,
      status: 'active',
      nativeStatus: 'active',
      sourceExchange: 'kalshi',
      sourceMetadata: expect.objectContaining({
        volumeUnit: 'contracts',
        priceSource: 'last_trade',
        series_ticker: 'KXORBMAYOR',
        event_title: 'Next mayor of Orbhaven',
        mutually_exclusive: true,
        market_type: 'binary',
        yes_bid: 0.41,
        yes_ask: 0.44,
        no_bid: 0.56,
        no_ask: 0.59,
        open_time: '2026-05-20T19:10:00Z',
        close_time: '2027-02-01T15:00:00Z',
        expected_expiration_time: '2027-01-20T15:00:00Z',
        yes_sub_title: 'Mira Vela',
        strike_type: 'structured',
        custom_strike: { candidate: 'e29b78dd' },
        price_ranges: [{ start: '0.0000', end: '1.0000', step: '0.0100' }],
      }),
    },
  })
})

test('whole cents and whole contracts, as before March 2026, are read no more', async () => {
  const cents = {
    last_price: 42,
    yes_bid: 41,
    yes_ask: 44,
    last_price_dollars: undefined,
    yes_bid_dollars: undefined,
    yes_ask_dollars: undefined,
  }
  await expectDriftAt(() => read(nativeMarket(cents)), 'market.last_price_dollars')
  const counts = { volume: 2985, volume_fp: undefined, volume_24h: 3, volume_24h_fp: undefined }
  const { market } = toMarketRow(read(nativeMarket(counts)), around, environment, now)
  for (const name of ['volume', 'volume24h']) expect(market).not.toHaveProperty(name)
})

test('beside the current form the older one is nothing', () => {
  const both = {
    ...nativeMarket(),
    last_price: 99,
    yes_bid: 1,
    yes_ask: 2,
    volume: 1,
    tick_size: 50,
    expiration_time: '2030-01-01T00:00:00Z',
  }
  expect(withoutMetadata(toMarketRow(read(both), around, environment, now))).toEqual(withoutMetadata(rowOf()))
})

describe('labels', () => {
  test.each<[string, Members, string, string]>([
    ['the name of the yes side', { yes_sub_title: ' Above 65° ' }, 'Above 65°', 'Not Above 65°'],
    ['the subtitle where that is empty', { yes_sub_title: '', subtitle: 'Vela' }, 'Vela', 'Not Vela'],
    ['the subtitle where that is a marker', { yes_sub_title: ':: 5', subtitle: 'Vela' }, 'Vela', 'Not Vela'],
    [
      'the title where there is no name',
      { yes_sub_title: '' },
      'Will Mira Vela become mayor of Orbhaven?',
      'Not Will Mira Vela become mayor of Orbhaven?',
    ],
    [
      'the title where the name is only the word',
      { yes_sub_title: 'No' },
      'Will Mira Vela become mayor of Orbhaven?',
      'Not Will Mira Vela become mayor of Orbhaven?',
    ],
  ])('are %s', (_what, overrides, yes, no) => {
    expect(rowOf(overrides).market.outcomes.map((outcome) => outcome.label)).toEqual([yes, no])
  })

  test.each(['Down', 'Under', 'Not before June', 'No', 'Yes'])(
    'a yes side called %s stays the yes side',
    (name) => {
      const { market } = rowOf({ yes_sub_title: name })
      expect(market.yes?.outcomeId).toBe('KXORBMAYOR-26-VELA')
      expect(market.no?.outcomeId).toBe('KXORBMAYOR-26-VELA-NO')
      expect([market.up, market.down]).toEqual([market.yes, market.no])
    },
  )
})

describe('what is unknown is absent', () => {
  test.each<[string, Members, readonly string[]]>([
    [
      'never traded, never quoted',
      { last_price_dollars: '0.0000', yes_bid_dollars: '0.0000', yes_ask_dollars: '1.0000' },
      [],
    ],
    [
      'null counts',
      { volume_fp: null, volume_24h_fp: null, open_interest_fp: null },
      ['volume', 'volume24h', 'openInterest'],
    ],
    [
      'the zero time',
      { latest_expiration_time: '0001-01-01T00:00:00Z', expiration_time: '0001-01-01T00:00:00Z' },
      ['resolutionDate'],
    ],
    ['no bands', { price_ranges: null }, ['tickSize']],
  ])('%s', (_what, overrides, absent) => {
    const { market } = rowOf(overrides)
    for (const name of absent) expect(market).not.toHaveProperty(name)
    expect(JSON.stringify({ ...market, sourceMetadata: {} })).not.toContain('null')
  })

  test('a market without a price has outcomes without one', () => {
    const quiet = { last_price_dollars: '0.0000', yes_bid_dollars: '0.0000', yes_ask_dollars: '1.0000' }
    for (const outcome of rowOf(quiet).market.outcomes) {
      expect(outcome).not.toHaveProperty('price')
      expect(outcome).not.toHaveProperty('priceChange24h')
    }
    const metadata = rowOf(quiet).market.sourceMetadata
    for (const name of ['priceSource', 'yes_bid', 'yes_ask', 'no_bid', 'no_ask'])
      expect(metadata).not.toHaveProperty(name)
  })

  test('liquidity is never given: the native member is dead', () => {
    expect(rowOf({ liquidity_dollars: '68148.0600' }).market).not.toHaveProperty('liquidity')
  })

  test('tags need a category or a series', () => {
    expect(rowOf({}, { seriesTags: undefined }).market.tags).toEqual(['Elections'])
    expect(rowOf({}, { event: undefined, seriesTags: undefined }).market).not.toHaveProperty('tags')
  })

  test('times of any precision are read', () => {
    for (const open_time of [
      '2026-05-20T19:10:00Z',
      '2026-05-20T19:10:00.00000Z',
      '2026-05-20T19:10:00.000000Z',
    ]) {
      expect(rowOf({ open_time }).startsAt).toBe(Date.UTC(2026, 4, 20, 19, 10))
    }
  })

  test('strikes are shown as they are sent', () => {
    const { sourceMetadata } = rowOf({ floor_strike: '65.5', cap_strike: 70 }).market
    expect(sourceMetadata).toMatchObject({ floor_strike: '65.5', cap_strike: 70 })
  })

  test('empty sizes and unknown members do not matter', () => {
    const row = rowOf({ yes_bid_size_fp: '', settlement_timer_seconds: '300', brand_new: {} })
    expect(withoutMetadata(row)).toEqual(withoutMetadata(rowOf()))
    expect(row.market.sourceMetadata).toMatchObject({ settlement_timer_seconds: '300', brand_new: {} })
  })
})

describe('a change of shape is an error that names the place', () => {
  const priced = ['yes_bid_dollars', 'yes_ask_dollars', 'last_price_dollars']
  test.each([
    ...mutationsOf(['ticker', 'event_ticker', 'status'], ['dropped', 'renamed', 'retyped']),
    ...mutationsOf(
      [...priced, 'close_time', 'result', 'open_time', 'volume_fp', 'volume_24h_fp'],
      ['retyped'],
    ),
  ])('$path $how', async (mutation: Mutation) => {
    const broken = mutate(nativeMarket({ result: 'no' }), mutation)
    await expectDriftAt(() => read(broken), `market.${mutation.path}`)
  })

  test.each(mutationsOf([...priced, 'close_time'], ['dropped', 'nulled', 'renamed']))(
    'one row may do without $path, $how',
    (mutation: Mutation) => {
      const row = toMarketRow(read(mutate(nativeMarket(), mutation)), around, environment, now)
      expect(row.status).toBe('active')
      expect(row.market.yes).toMatchObject({
        price: mutation.path === 'last_price_dollars' ? 0.425 : 0.42,
      })
    },
  )

  test('a row with all its prices under other names is none without a price', async () => {
    const renamed = priced.reduce((row, path) => mutate(row, { how: 'renamed', path }), nativeMarket())
    await expectDriftAt(() => read(renamed), 'market.last_price_dollars')
  })

  const ornaments = [
    'title',
    'yes_sub_title',
    'latest_expiration_time',
    'expected_expiration_time',
    'previous_price_dollars',
    'open_interest_fp',
    'price_ranges',
    'rules_primary',
    'rules_secondary',
    'strike_type',
    'custom_strike',
  ]
  test.each(mutationsOf(ornaments, ['dropped', 'nulled', 'retyped']))(
    '$path may be anything: $how',
    (mutation: Mutation) => {
      const row = toMarketRow(read(mutate(nativeMarket(), mutation)), around, environment, now)
      expect(row.market.yes).toMatchObject({ outcomeId: 'KXORBMAYOR-26-VELA', price: 0.42 })
    },
  )

  test("a market without a title has its event's", () => {
    expect(rowOf({ title: '' }).market.title).toBe('Next mayor of Orbhaven')
  })

  test('either of the two final times will do', () => {
    const { expiration_time: _old, ...current } = nativeMarket()
    const { latest_expiration_time: _new, ...deprecated } = nativeMarket()
    const resolvesAt = (native: unknown) =>
      toMarketRow(read(native), around, environment, now).market.resolutionDate
    expect(resolvesAt(current)).toBe('2027-02-08T15:00:00.000Z')
    expect(resolvesAt(deprecated)).toBe('2027-02-08T15:00:00.000Z')
  })

  const settled = {
    status: 'finalized',
    result: 'no',
    settlement_value_dollars: '0.0000',
    settlement_ts: '2026-11-01T00:00:00Z',
  }
  test.each(['settlement_value_dollars', 'settlement_ts'])('%s retyped', async (path) => {
    const broken = mutate(nativeMarket(settled), { how: 'retyped', path })
    await expectDriftAt(() => read(broken), `market.${path}`)
  })

  test.each<[string, unknown]>([
    ['last_price_dollars', '1.2000'],
    ['last_price_dollars', '-0.1000'],
    ['last_price_dollars', 'high'],
    ['yes_bid_dollars', '42'],
    ['volume_fp', '-1.00'],
    ['close_time', 'soon'],
    ['status', ''],
    ['ticker', ''],
  ])('%s of %j', async (name, value) => {
    await expectDriftAt(() => read(nativeMarket({ [name]: value })), `market.${name}`)
  })
})

/** A row without the venue's own fields. */
function withoutMetadata<Row extends { readonly market: object }>(row: Row | undefined) {
  return row && { ...row, market: { ...row.market, sourceMetadata: undefined } }
}

describe('the fees of a market', () => {
  const seriesFees = { fee_type: 'quadratic', fee_multiplier: 0.5 }
  const metadataOf = (surroundings: object) => rowOf({}, surroundings).market.sourceMetadata ?? {}

  test('are those of its series', () => {
    expect(metadataOf({ seriesFees })).toMatchObject(seriesFees)
    expect(metadataOf({ seriesFees: undefined })).not.toHaveProperty('fee_multiplier')
  })

  test('are those of its event where that has its own; null is an override that was cleared', () => {
    const eventWith = (members: Members) => eventReply.parse({ event: nativeEvent(members) }).event
    const own = eventWith({ fee_type_override: 'flat', fee_multiplier_override: 0 })
    expect(metadataOf({ seriesFees, event: own })).toMatchObject({ fee_type: 'flat', fee_multiplier: 0 })
    const cleared = eventWith({ fee_type_override: null, fee_multiplier_override: null })
    expect(metadataOf({ seriesFees, event: cleared })).toMatchObject(seriesFees)
  })
})
