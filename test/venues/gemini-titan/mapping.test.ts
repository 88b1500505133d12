import { describe, expect, test } from 'vitest'
import { getEvent, getMarket } from '../../../src/venues/gemini-titan/lookup.js'
import { expectDrift, present } from '../../support/expect.js'
import { eventNumber, nativeContract, nativeEvent, second } from './payloads.js'
import { events, setUp } from './set-up.js'

type Row = Readonly<Record<string, unknown>>

async function eventOf(native: Row) {
  const { ctx } = setUp(events({ [String(native['ticker'])]: native }))
  return present(await getEvent(String(native['ticker']), ctx))
}
const contract = async (over: Row) =>
  present((await eventOf(nativeEvent({ contracts: [nativeContract(over)] }))).markets[0])
const pricesOf = async (over: Row) => {
  const { market } = await contract(over)
  return [market.outcomes[0]?.price, market.outcomes[1]?.price, market.sourceMetadata?.['priceSource']]
}

describe('an event', () => {
  test('is its ticker, with all its contracts', async () => {
    const row = await eventOf(nativeEvent())
    expect(row).toMatchObject({ status: 'active', startsAt: Date.UTC(2026, 1, 19, 22, 2, 11, 412) })
    expect(row.event).toEqual({
      id: 'DEM2028',
      title: '2028 nominee?',
      description: 'Who is nominated.',
      slug: 'nominee-2028',
      url: 'https://www.gemini.com/prediction-markets/DEM2028',
      volume: 47_069,
      volume24h: 126.5,
      image: 'https://images.example/nominee.png',
      category: 'Politics',
      tags: ['Elections'],
      sourceExchange: 'gemini-titan',
      sourceMetadata: expect.objectContaining({
        volumeUnit: 'unknown',
        nativeStatus: 'active',
        type: 'categorical',
        expiryDate: '2028-11-10T00:00:00.000Z',
      }),
    })
    expect(row.markets.map(({ market }) => market.eventId)).toEqual(['DEM2028', 'DEM2028'])
  })

  test('without a slug has its ticker as one; volumes that are not told stay unknown', async () => {
    const { event } = await eventOf(
      nativeEvent({ slug: null, volume: null, volume24h: undefined, tags: null }),
    )
    expect(event.slug).toBe('dem2028')
    expect(event).not.toHaveProperty('volume')
    expect(event).not.toHaveProperty('volume24h')
    expect(event).not.toHaveProperty('tags')
  })

  test('a volume of 0 is one', async () => {
    expect((await eventOf(eventNumber(1, { volume: '0', volume24h: '0' }))).markets[0]?.market).toMatchObject(
      {
        volume: 0,
        volume24h: 0,
      },
    )
  })

  test('and a contract may lack all but their names and where they stand', async () => {
    const bare = { instrumentSymbol: 'GEMI-BARE-A', status: 'active' }
    const { event, markets } = await eventOf({ ticker: 'BARE', status: 'active', contracts: [bare, bare] })
    expect(event).toEqual({
      id: 'BARE',
      title: 'BARE',
      description: '',
      slug: 'bare',
      url: 'https://www.gemini.com/prediction-markets/BARE',
      sourceExchange: 'gemini-titan',
      sourceMetadata: expect.objectContaining({ volumeUnit: 'unknown', nativeStatus: 'active' }),
    })
    expect(markets[0]).toMatchObject({ status: 'active', market: { title: 'BARE - GEMI-BARE-A' } })
    expect(markets[0]?.market.yes).not.toHaveProperty('price')
    expect((await eventOf({ ticker: 'BARE', status: 'active' })).markets).toEqual([])
  })

  test('the parent of a game has the contracts of its parts', async () => {
    const part = nativeEvent({
      ticker: 'NFL-2608212330-CAR-JAX-M',
      title: 'CAR at JAX: winner',
      volume: '50',
      contracts: [nativeContract({ label: 'CAR', instrumentSymbol: 'GEMI-NFL-2608212330-CAR-JAX-M-CAR' })],
    })
    const parent = nativeEvent({ ticker: 'NFL-2608212330-CAR-JAX', contracts: [], events: [part] })
    const { event, markets } = await eventOf(parent)
    expect(event.sourceMetadata).toMatchObject({ parts: ['NFL-2608212330-CAR-JAX-M'] })
    expect(markets[0]?.market).toMatchObject({
      marketId: 'gemi-GEMI-NFL-2608212330-CAR-JAX-M-CAR',
      eventId: 'NFL-2608212330-CAR-JAX',
      title: 'CAR at JAX: winner - CAR',
      volume: 50,
      sourceMetadata: expect.objectContaining({ eventTicker: 'NFL-2608212330-CAR-JAX-M' }),
    })
  })

  test('a contract that stands in the parent and in a part is one', async () => {
    const parts = [nativeEvent({ ticker: 'PART', contracts: [nativeContract()] })]
    expect((await eventOf(nativeEvent({ events: parts }))).markets).toHaveLength(2)
  })

  test('a contract that is only approved may have no symbol yet; another one may not', async () => {
    const unopened = nativeContract({ instrumentSymbol: null, status: 'approved', marketState: 'closed' })
    expect((await eventOf(nativeEvent({ contracts: [unopened, second] }))).markets).toHaveLength(1)
    await expectDrift(
      () => eventOf(nativeEvent({ contracts: [{ ...unopened, status: 'active' }] })),
      'instrumentSymbol',
    )
  })
})

describe('a market', () => {
  test('is a contract with its two sides', async () => {
    const row = await contract({})
    expect(row).toMatchObject({ status: 'active', startsAt: Date.UTC(2026, 1, 20, 14) })
    const yes = {
      outcomeId: 'GEMI:GEMI-DEM2028-DEMADA:yes',
      marketId: 'gemi-GEMI-DEM2028-DEMADA',
      label: 'Ada Example',
      price: 0.195,
      priceChange24h: 0.02,
      metadata: { instrumentSymbol: 'GEMI-DEM2028-DEMADA', side: 'yes' },
    }
    const no = {
      ...yes,
      outcomeId: 'GEMI:GEMI-DEM2028-DEMADA:no',
      label: 'Not Ada Example',
      price: 0.805,
      priceChange24h: -0.02,
      metadata: { instrumentSymbol: 'GEMI-DEM2028-DEMADA', side: 'no' },
    }
    expect(row.market).toMatchObject({
      marketId: 'gemi-GEMI-DEM2028-DEMADA',
      eventId: 'DEM2028',
      title: '2028 nominee? - Ada Example',
      description: 'Resolves to “Yes” if Ada Example wins and accepts.',
      slug: 'gemi-dem2028-demada',
      outcomes: [yes, no],
      yes,
      no,
      resolutionDate: '2028-11-10T00:00:00.000Z',
      url: 'https://www.gemini.com/prediction-markets/DEM2028',
      tags: ['Elections', 'Politics'],
      tickSize: 0.01,
      status: 'active',
      sourceMetadata: expect.objectContaining({
        priceSource: 'mid',
        bestBid: 0.19,
        bestAsk: 0.2,
        lastTradePrice: 0.22,
      }),
    })
  })

  test('of an event with several has none of its volumes', async () => {
    const { markets } = await eventOf(nativeEvent())
    for (const { market } of markets)
      expect([market.volume, market.volume24h]).toEqual([undefined, undefined])
  })

  test.each([
    ['Yes', 'Question 1?', 'Question 1?', 'Not Question 1?'],
    [undefined, 'Question 1?', 'Question 1?', 'Not Question 1?'],
    ['Proof published', 'Question 1? - Proof published', 'Proof published', 'Not Proof published'],
    ['Up', 'Question 1? - Up', 'Up', 'Down'],
  ])('alone in its event and labelled %s is %s', async (label, title, yes, no) => {
    const { markets } = await eventOf(eventNumber(1, {}, { label, abbreviatedName: null }))
    const market = present(markets[0]?.market)
    expect([market.title, ...market.outcomes.map((side) => side.label)]).toEqual([title, yes, no])
  })

  test.each([
    ['quotes', { bestBid: '0.19', bestAsk: '0.2', lastTradePrice: '0.5' }, [0.195, 0.805, 'mid']],
    [
      'one quote and a trade',
      { bestBid: '0.19', bestAsk: null, lastTradePrice: '0.22' },
      [0.22, 0.78, 'last'],
    ],
    [
      'one quote alone',
      { bestBid: '0.19', buy: { yes: '0.3' }, sell: { yes: '0.19' } },
      [undefined, undefined, undefined],
    ],
    ['quotes that cross', { bestBid: '0.6', bestAsk: '0.4', lastTradePrice: '0.5' }, [0.5, 0.5, 'last']],
    [
      'an empty side written as 0',
      { bestBid: '0', bestAsk: '0.4', lastTradePrice: '0.3' },
      [0.3, 0.7, 'last'],
    ],
    [
      'an indicative figure',
      { buy: { yes: '0.95', no: '0.05' }, sell: { yes: '0.95' } },
      [0.95, 0.05, 'indicative'],
    ],
    [
      'a figure and a trade',
      { buy: { yes: '0.95' }, sell: { yes: '0.95' }, lastTradePrice: '0.9' },
      [0.9, 0.1, 'last'],
    ],
    ['numbers', { bestBid: 0.2, bestAsk: 0.3 }, [0.25, 0.75, 'mid']],
    ['nothing', { buy: {}, sell: {} }, [undefined, undefined, undefined]],
    ['null', null, [undefined, undefined, undefined]],
  ])('priced by %s', async (_what, prices, expected) => {
    expect(await pricesOf({ prices })).toEqual(expected)
  })

  test.each([
    ['settled', 'yes', [1, 0, 'settlement']],
    ['settled', 'no', [0, 1, 'settlement']],
    ['settled', null, [undefined, undefined, undefined]],
    ['invalid', null, [undefined, undefined, undefined]],
    ['closed', null, [0.195, 0.805, 'mid']],
  ])('%s with the winner %s', async (status, resolutionSide, expected) => {
    expect(await pricesOf({ status, marketState: 'closed', resolutionSide })).toEqual(expected)
  })

  test.each([
    ['active', 'open', 'active'],
    ['ACTIVE', 'OPEN', 'active'],
    ['active', null, 'active'],
    ['active', 'closed', 'closed'],
    ['approved', 'closed', 'closed'],
    ['closed', 'closed', 'closed'],
    ['under_review', 'closed', 'closed'],
    ['settled', 'closed', 'closed'],
    ['invalid', 'closed', 'closed'],
  ])('that is %s and %s is %s', async (status, marketState, expected) => {
    expect((await contract({ status, marketState })).status).toBe(expected)
  })

  test('a status that nobody knows is an error, for it may be traded or not', async () => {
    await expectDrift(() => contract({ status: 'paused' }), 'contracts[0].status')
  })

  test.each([
    ['10', '0.22', 0.02],
    ['-4.05', '0.71', -0.03],
    ['0', '0.98', 0],
    ['-100', '0.01', undefined],
    ['-99.9', '0.5', undefined],
    [null, '0.5', undefined],
    ['10', null, undefined],
  ])('a change of %s percent to %s', async (priceDelta24hPct, lastTradePrice, expected) => {
    const { market } = await contract({ priceDelta24hPct, prices: { lastTradePrice } })
    expect(market.yes?.priceChange24h).toBe(expected)
    expect(market.no?.priceChange24h).toBe(expected === undefined ? undefined : 0 - expected)
  })

  test('rules are text, or paragraphs of runs', async () => {
    const nested = {
      nodeType: 'document',
      content: [
        { nodeType: 'paragraph', content: [{ value: 'First ' }, { value: 'sentence.', marks: [] }] },
        { nodeType: 'paragraph', content: [{ value: 'Second.' }] },
      ],
    }
    expect((await contract({ description: nested })).market.description).toBe('First sentence.\nSecond.')
    expect((await contract({ description: 'Plain.' })).market.description).toBe('Plain.')
    expect((await contract({ description: null })).market.description).toBe('Who is nominated.')
    expect((await contract({ description: { content: [] } })).market.description).toBe('Who is nominated.')
  })

  test('debris in a strike, a missing tick and an odd end cost nothing', async () => {
    const { market } = await contract({
      strike: { type: 'below', value: 'CKHEE.' },
      priceIncrement: null,
      expiryDate: 'soon',
    })
    expect(market.sourceMetadata?.['strike']).toEqual({ type: 'below', value: 'CKHEE.' })
    expect(market).not.toHaveProperty('tickSize')
    expect(market.resolutionDate).toBe('2028-11-10T00:00:00.000Z')
  })

  test('an impossible quote is an error with its path', async () => {
    const { ctx } = setUp(
      events({ DEM2028: nativeEvent({ contracts: [nativeContract({ prices: { bestBid: '19' } })] }) }),
    )
    await expectDrift(() => getMarket('DEM2028', ctx), 'contracts[0].prices.bestBid')
  })
})
