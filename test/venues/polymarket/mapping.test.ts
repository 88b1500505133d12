import { describe, expect, test } from 'vitest'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift } from '../../support/expect.js'
import {
  closedMarket,
  legacyMarket,
  listedMarket,
  nativeEvent,
  nativeMarket,
  undeployedMarket,
  upDownMarket,
} from './payloads.js'
import { long, short } from './protocol-venue.js'
import { eventRow, marketRow, rowOf } from './rows.js'

describe('a market inside its event', () => {
  test('the whole row', () => {
    const yes = {
      outcomeId: token(1),
      marketId: '700101',
      label: 'Ada Thornquist',
      price: 0.615,
      priceChange24h: 0.015,
      bestBid: 0.61,
      bestAsk: 0.62,
      metadata: { clobTokenId: token(1) },
    }
    const no = {
      outcomeId: token(2),
      marketId: '700101',
      label: 'Not Ada Thornquist',
      price: 0.385,
      priceChange24h: -0.015,
      bestBid: 0.38,
      bestAsk: 0.39,
      metadata: { clobTokenId: token(2) },
    }
    expect(eventRow(nativeEvent()).markets[0]).toEqual({
      status: 'active',
      startsAt: Date.parse('2026-03-11T18:36:02.893Z'),
      market: {
        marketId: '700101',
        eventId: '31201',
        title: 'Port Velmar mayoral election - Will Ada Thornquist win the Port Velmar mayoral election?',
        description: 'Resolves Yes if Ada Thornquist is sworn in.',
        slug: 'will-ada-thornquist-win-the-port-velmar-mayoral-election',
        outcomes: [yes, no],
        yes,
        no,
        up: yes,
        down: no,
        resolutionDate: '2026-12-08T00:00:00.000Z',
        volume24h: 12964.75,
        volume: 1223269.25,
        liquidity: 40050.5,
        url: 'https://polymarket.com/event/port-velmar-mayor',
        image: 'https://images.example/thornquist.png',
        category: 'Politics',
        tags: ['Politics', 'City elections'],
        tickSize: 0.001,
        status: 'active',
        nativeStatus: 'active',
        contractAddress: condition(1),
        sourceExchange: 'polymarket',
        sourceMetadata: expect.objectContaining({
          volumeUnit: 'usd',
          conditionId: condition(1),
          version: 'v1',
          questionID: `0x${'11'.repeat(32)}`,
          negRisk: true,
          negRiskMarketID: `0x${'22'.repeat(31)}00`,
          enableOrderBook: true,
          acceptingOrders: true,
          resolutionSource: 'https://elections.example',
          bestBid: 0.61,
          bestAsk: 0.62,
          lastTradePrice: 0.61,
          minimumOrderSize: 5,
          groupItemTitle: 'Ada Thornquist',
          groupItemThreshold: '2',
          feesEnabled: true,
          feeType: 'politics_fees',
          makerBaseFee: 1000,
          takerBaseFee: 1000,
          feeSchedule: { exponent: 1, rate: 0.04, takerOnly: true, rebateRate: 0.25 },
        }),
      },
    })
  })

  test('the same market from the market list is the same row', () => {
    expect(withoutMetadata(marketRow(listedMarket()))).toEqual(
      withoutMetadata(eventRow(nativeEvent()).markets[0]),
    )
  })

  test('a row survives JSON unchanged', () => {
    const row = eventRow(nativeEvent())
    expect(JSON.parse(JSON.stringify(row))).toEqual(row)
  })

  test('numbers may come as text and booleans as words', () => {
    const texts = {
      volume24hr: '12964.75',
      orderPriceMinTickSize: '0.001',
      oneDayPriceChange: '0.015',
      bestBid: '0.61',
      closed: 'false',
      acceptingOrders: 'true',
      makerBaseFee: '1000',
    }
    const row = marketRow(nativeMarket(texts))
    expect(withoutMetadata(row)).toEqual(withoutMetadata(marketRow(nativeMarket())))
    // The venue's own fields stay as they were sent.
    expect(row?.market.sourceMetadata).toMatchObject({ bestBid: '0.61', acceptingOrders: 'true' })
  })

  test('lists may come as lists and not as text', () => {
    const lists = {
      outcomes: ['Yes', 'No'],
      outcomePrices: ['0.615', '0.385'],
      clobTokenIds: [token(1), token(2)],
    }
    expect(marketRow(nativeMarket(lists))).toEqual(marketRow(nativeMarket()))
  })

  test('volumes and liquidity fall back to their numeric twins', () => {
    const { market } = rowOf(nativeMarket({ volume: undefined, liquidity: '' }))
    expect(market).toMatchObject({ volume: 1223269.25, liquidity: 40050.5 })
  })
})

describe('titles and labels', () => {
  test('event and question are not said twice', () => {
    const question = 'Will Quillhaven open the tram line?'
    expect(rowOf(listedMarket({ question, events: [{ id: '1', title: question }] })).market.title).toBe(
      question,
    )
  })

  test('without a question the event gives the title, without an event the question', () => {
    expect(rowOf(listedMarket({ question: '' })).market.title).toBe('Port Velmar mayoral election')
    expect(rowOf(nativeMarket()).market.title).toBe(
      'Will Ada Thornquist win the Port Velmar mayoral election?',
    )
  })

  test('yes and no take the title where no candidate is named', () => {
    const { market } = rowOf(nativeMarket({ groupItemTitle: '' }))
    expect(market.outcomes.map(({ label }) => label)).toEqual([market.title, `Not ${market.title}`])
  })

  test('a candidate is named without stray spaces', () => {
    expect(rowOf(nativeMarket({ groupItemTitle: 'Ada Thornquist ' })).market.yes?.label).toBe(
      'Ada Thornquist',
    )
  })

  test('up and down keep their words', () => {
    const { market } = rowOf(upDownMarket())
    expect(market.yes?.label).toBe('Up')
    expect(market.down?.label).toBe('Down')
  })

  test('team names keep theirs, the first is the yes side', () => {
    const { market } = rowOf(nativeMarket({ outcomes: '["Gullport Herons", "Terrace FC"]' }))
    expect(market.yes).toMatchObject({ label: 'Gullport Herons', outcomeId: token(1) })
    expect(market.no).toMatchObject({ label: 'Terrace FC', outcomeId: token(2) })
  })
})

describe('prices are stated or absent, never made up', () => {
  test('a new market without prices has outcomes without prices', () => {
    const { market } = rowOf(nativeMarket({ outcomePrices: undefined }))
    expect(market.outcomes.map((outcome) => Object.hasOwn(outcome, 'price'))).toEqual([false, false])
  })

  test('a resolved market states 0 and 1', () => {
    expect(rowOf(closedMarket()).market.outcomes.map(({ price }) => price)).toEqual([0, 1])
  })

  test.each(['["0", "0"]', '["1", "1"]'])('a closed market that states %s has no prices', (outcomePrices) => {
    const { market } = rowOf(legacyMarket({ outcomePrices }))
    expect(market.outcomes.map((outcome) => Object.hasOwn(outcome, 'price'))).toEqual([false, false])
  })

  test('a change of nothing is 0 on both sides, and an unknown change is absent', () => {
    const still = rowOf(nativeMarket({ oneDayPriceChange: 0 })).market.outcomes
    expect(still.map(({ priceChange24h }) => priceChange24h)).toEqual([0, 0])
    const unknown = rowOf(nativeMarket({ oneDayPriceChange: undefined })).market.outcomes
    expect(unknown.map((outcome) => Object.hasOwn(outcome, 'priceChange24h'))).toEqual([false, false])
  })

  test('what a market does not say is absent from its row', () => {
    const silent = {
      volume: undefined,
      volumeNum: undefined,
      volume24hr: undefined,
      endDate: undefined,
      image: '',
    }
    const { market } = rowOf(nativeMarket(silent))
    for (const name of ['volume', 'volume24h', 'resolutionDate', 'image', 'eventId', 'category', 'tags']) {
      expect(market, name).not.toHaveProperty(name)
    }
  })
})

describe('open and closed', () => {
  test.each([
    ['open', {}, 'active', 'active'],
    ['closed although active and taking orders', { closed: true, acceptingOrders: true }, 'closed', 'closed'],
    ['archived', { archived: true }, 'closed', 'archived'],
    ['a placeholder that is not active yet', { active: false, acceptingOrders: false }, 'closed', 'inactive'],
    ['of a closed event', { events: [{ id: '1', closed: true }] }, 'closed', 'closed'],
    ['of an archived event', { events: [{ id: '1', archived: true }] }, 'closed', 'closed'],
  ])('%s', (_name, overrides, status, word) => {
    const row = rowOf(nativeMarket(overrides))
    expect(row.status).toBe(status)
    expect(row.market.nativeStatus).toBe(word)
  })

  test("placeholders have no price, and stand in no list, as in the venue's own", () => {
    const placeholder = nativeMarket({ active: false, outcomePrices: '["0.5", "0.5"]' })
    expect(rowOf(placeholder).market.outcomes.map(({ price }) => price)).toEqual([undefined, undefined])
    expect(eventRow(nativeEvent({ markets: [placeholder] })).markets).toEqual([])
  })

  test.each([
    ['untraded, without quotes', { volume: '0', bestBid: undefined, bestAsk: undefined }, undefined],
    [
      'untraded, one side quoted',
      { volume: undefined, volumeNum: undefined, bestBid: 0.3, bestAsk: 1 },
      undefined,
    ],
    ['untraded between quotes', { volume: '0', bestBid: 0.49, bestAsk: 0.51 }, 0.5],
    ['traded', { bestBid: 0, bestAsk: 1 }, 0.5],
    ['paid out by halves', { volume: '0', closed: true, bestBid: 0, bestAsk: 1 }, 0.5],
  ])('0.5 each of a market that is %s', (_name, overrides, price) => {
    const row = rowOf(nativeMarket({ outcomePrices: '["0.5", "0.5"]', ...overrides }))
    expect(row.market.outcomes.map((outcome) => outcome.price)).toEqual([price, price])
  })

  test('an unknown price among known ones is absent', () => {
    const row = rowOf(nativeMarket({ outcomePrices: ['0.615', null] }))
    expect(row.market.outcomes.map(({ price }) => price)).toEqual([0.615, undefined])
  })

  test('a market without a question goes by its event, or its slug', () => {
    expect(
      eventRow(nativeEvent({ markets: [nativeMarket({ question: null })] })).markets[0]?.market.title,
    ).toBe('Port Velmar mayoral election')
    expect(rowOf(nativeMarket({ question: null, events: null, slug: 'velmar' })).market.title).toBe('velmar')
  })

  test('a market of v2 is over once it is resolved', () => {
    const second = { version: 'v2', positionIds: ['7', '8'] }
    expect(rowOf(nativeMarket({ ...second, resolutionStatus: 'active' })).status).toBe('active')
    expect(rowOf(nativeMarket({ ...second, resolutionStatus: 'resolved' })).status).toBe('closed')
  })

  test('an event is judged by its own flags', () => {
    expect(eventRow(nativeEvent()).status).toBe('active')
    expect(eventRow(nativeEvent({ closed: true })).status).toBe('closed')
    expect(eventRow(nativeEvent({ archived: true })).status).toBe('closed')
    const { markets } = eventRow(nativeEvent({ closed: true }))
    expect(markets.map(({ status }) => status)).toEqual(['closed', 'closed'])
  })

  test('the odd spelling of the closing time is read', () => {
    expect(rowOf(closedMarket()).market.sourceMetadata?.['closedTime']).toBe('2026-09-05 19:37:33+00')
  })
})

describe('markets that are no ordinary pair', () => {
  test('a never deployed market is left out', () => {
    expect(marketRow(undeployedMarket())).toBeUndefined()
    expect(eventRow(nativeEvent()).markets.map(({ market }) => market.marketId)).toEqual(['700101', '700102'])
  })

  test('so is one whose tokens are still being deployed', () => {
    expect(marketRow(nativeMarket({ clobTokenIds: undefined, acceptingOrders: false }))).toBeUndefined()
  })

  test('a scalar market of 2020 passes, its outcomes named by market and place, as no others are', () => {
    const { market, status } = rowOf(legacyMarket())
    expect(status).toBe('closed')
    expect(market).toMatchObject({ category: 'Trade', volume: 46944.579746 })
    expect(market.outcomes).toEqual([
      { outcomeId: '43:0', marketId: '43', label: 'Long', price: 0.5843311669077693 },
      { outcomeId: '43:1', marketId: '43', label: 'Short', price: 0.4156688330922307 },
    ])
  })

  test('more than two outcomes pass without sides and without a change', () => {
    const overrides = {
      outcomes: '["Oak", "Elm", "Ash"]',
      outcomePrices: '["0.5", "0.3", "0.2"]',
      oneDayPriceChange: 0.1,
    }
    const { market } = rowOf(legacyMarket(overrides))
    expect(market.outcomes.map(({ label, price }) => [label, price])).toEqual([
      ['Oak', 0.5],
      ['Elm', 0.3],
      ['Ash', 0.2],
    ])
    expect(market.outcomes.some((outcome) => Object.hasOwn(outcome, 'priceChange24h'))).toBe(false)
    expect(market).not.toHaveProperty('yes')
  })

  test.each(['[]', '', null, undefined])('a list of nothing is no list: %j', async (nothing) => {
    const { market } = rowOf(legacyMarket({ outcomePrices: nothing, clobTokenIds: nothing }))
    expect(market.outcomes).toEqual([
      { outcomeId: '43:0', marketId: '43', label: 'Long' },
      { outcomeId: '43:1', marketId: '43', label: 'Short' },
    ])
    await expectDrift(() => marketRow(nativeMarket({ clobTokenIds: nothing })), 'clobTokenIds')
  })

  test('a closed market without outcomes has none', () => {
    expect(rowOf(legacyMarket({ outcomes: undefined, outcomePrices: undefined })).market.outcomes).toEqual([])
  })
})

describe('outcome ids', () => {
  const lists = { clobTokenIds: JSON.stringify([token(1), token(2)]), positionIds: ['71', '72'] }
  const idsOf = (row: ReturnType<typeof rowOf>) => row.market.outcomes.map(({ outcomeId }) => outcomeId)

  test('are those of the protocol, though both lists are filled; the other one is told as it is', () => {
    const first = rowOf(nativeMarket({ ...lists, version: 'v1' }))
    expect(idsOf(first)).toEqual([token(1), token(2)])
    expect(first.market.sourceMetadata).toMatchObject({ version: 'v1', positionIds: ['71', '72'] })
    expect(first.market.sourceMetadata?.['clobTokenIds']).toBeUndefined()
    const second = rowOf(nativeMarket({ ...lists, version: 'v2' }))
    expect(idsOf(second)).toEqual(['71', '72'])
    expect(second.market.outcomes[0]?.metadata).toEqual({ positionId: '71' })
    expect(second.market.sourceMetadata).toMatchObject({ version: 'v2', clobTokenIds: [token(1), token(2)] })
  })

  test('of conditions of v2 go with either width of it', () => {
    const row = rowOf(nativeMarket({ ...lists, version: 'v2', conditionId: short }))
    expect(row.market.contractAddress).toBe(short)
    expect(row.aliases).toEqual([short, long])
    expect(rowOf(nativeMarket()).aliases).toBeUndefined()
  })

  test.each([
    [{ positionIds: null }, 'positionIds'],
    [{ positionIds: ['71'] }, 'positionIds'],
    [{ positionIds: ['71', ''] }, 'positionIds'],
    [{ positionIds: ['71', 72] }, 'positionIds'],
    [{ positionIds: ['71', '0x72'] }, 'positionIds'],
  ])('of v2 that are no pair of ids are not made up: %j', async (changes, path) => {
    await expectDrift(() => marketRow(nativeMarket({ ...lists, version: 'v2', ...changes })), path)
  })

  test('of a market that is being deployed are none yet', () => {
    const deploying = { acceptingOrders: false, version: 'v2', clobTokenIds: lists.clobTokenIds }
    expect(marketRow(nativeMarket({ ...deploying, positionIds: [] }))).toBeUndefined()
    expect(
      marketRow(nativeMarket({ ...deploying, version: 'v1', clobTokenIds: '[]', positionIds: ['7', '8'] })),
    ).toBeUndefined()
  })

  test('of rows recorded before protocols had versions are the tokens', () => {
    expect(idsOf(rowOf(nativeMarket({ version: undefined })))).toEqual([token(1), token(2)])
  })
})

describe('an event', () => {
  test('the whole row', () => {
    expect({ ...eventRow(nativeEvent()), markets: [] }).toEqual({
      status: 'active',
      startsAt: Date.parse('2026-03-11T18:41:17.827Z'),
      markets: [],
      event: {
        id: '31201',
        title: 'Port Velmar mayoral election',
        description: 'Who will be sworn in as mayor of Port Velmar?',
        slug: 'port-velmar-mayor',
        url: 'https://polymarket.com/event/port-velmar-mayor',
        volume24h: 13000.125,
        volume: 1300000.5,
        image: 'https://images.example/velmar.png',
        category: 'Politics',
        tags: ['Politics', 'City elections'],
        sourceExchange: 'polymarket',
        sourceMetadata: expect.objectContaining({
          volumeUnit: 'usd',
          endDate: '2026-12-08T00:00:00Z',
          liquidity: 41000.25,
          openInterest: 0,
          negRisk: true,
          negRiskMarketID: `0x${'22'.repeat(31)}00`,
          seriesSlug: 'velmar-votes',
          series: [{ id: '881', slug: 'velmar-votes', title: 'Velmar votes', recurrence: 'annual' }],
        }),
      },
    })
  })

  test('volumes it does not state are the sum over its markets', () => {
    const markets = [
      nativeMarket({ volume24hr: 2, volume: '10' }),
      closedMarket({ volume24hr: 3, volume: '20' }),
    ]
    const { event } = eventRow(nativeEvent({ volume: undefined, volume24hr: undefined, markets }))
    expect(event).toMatchObject({ volume24h: 5, volume: 30 })
  })

  test('a stated category comes before the first tag', () => {
    expect(eventRow(nativeEvent({ category: 'Harbours' })).event.category).toBe('Harbours')
  })

  test('without an image the site draws one', () => {
    const { event } = eventRow(nativeEvent({ image: null }))
    expect(event.image).toBe('https://polymarket.com/api/og?slug=port-velmar-mayor')
  })
})

/** A row without the venue's own fields. */
function withoutMetadata<Row extends { readonly market: object }>(row: Row | undefined) {
  return row && { ...row, market: { ...row.market, sourceMetadata: undefined } }
}
