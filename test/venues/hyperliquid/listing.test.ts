import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { EventRow, MarketRow } from '../../../src/venue-kit/contract/venue.js'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import { expectDriftAt, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { tolerant } from '../../support/venue.js'
import type { Answer } from '../../support/wire.js'
import { json } from '../../support/wire.js'
import { contexts, game, meta, mids, templates } from './payloads.js'
import { bodyOf, setUp } from './world.js'

const { markets } = hyperliquid
type Answers = Readonly<Record<string, Answer>>

function listMarkets(answers: Answers = {}): Promise<MarketRow[]> {
  return collect(present(markets.listMarkets)({ status: 'active' }, setUp(answers).ctx).paging)
}
function listEvents(answers: Answers = {}): Promise<EventRow[]> {
  return collect(markets.listEvents({ status: 'active' }, setUp(answers).ctx).paging)
}
/** The rows of outcomes, also under other coins. */
function outcomeContexts(mark = '#'): unknown[] {
  return z
    .tuple([z.unknown(), z.array(z.looseObject({ coin: z.string() }))])
    .parse(contexts())[1]
    .filter(({ coin }) => coin.startsWith('#'))
    .map((row) => ({ ...row, coin: row.coin.replace('#', mark) }))
}

describe('last prices in the list of markets', () => {
  const traded = (coin: string, dayBaseVlm: string) => ({
    coin,
    markPx: '0.5',
    midPx: null,
    prevDayPx: '0.0',
    dayNtlVlm: '1.0',
    dayBaseVlm,
    circulatingSupply: '10.0',
  })
  const withTraded = (...rows: readonly unknown[]) => {
    const [universe, known] = z.tuple([z.unknown(), z.array(z.unknown())]).parse(contexts())
    return [universe, [...known, ...rows]]
  }

  test('are read where a pair was traded today and has no mid price, and nowhere else', async () => {
    const world = setUp({
      spotMetaAndAssetCtxs: withTraded(traded('#1610', '40.0'), traded('#1611', '40.0')),
    })
    const rows = await collect(present(markets.listMarkets)({ status: 'active' }, world.ctx).paging)
    const pricesOf = (id: string) =>
      rows.find(({ market }) => market.marketId === id)?.market.outcomes.map(({ price }) => price)
    expect(pricesOf('hl-outcome-161')).toEqual([0.00012, 0.99988])
    // Not traded today: its mark is a placeholder.
    expect(pricesOf('hl-outcome-162')).toEqual([undefined, undefined])
    expect(world.asked().filter((type) => type === 'recentTrades')).toHaveLength(1)
  })

  test('cost six calls a list at most, for the most traded ones', async () => {
    const outcomes = Array.from({ length: 9 }, (_unused, n) => game({ outcome: 500 + n }))
    const rows = outcomes.map((_outcome, n) => traded(`#${500 + n}0`, `${n + 1}.0`))
    const world = setUp({
      outcomeMeta: meta({ outcomes, questions: [] }),
      spotMetaAndAssetCtxs: withTraded(...rows),
    })
    const listed = await collect(present(markets.listMarkets)({ status: 'active' }, world.ctx).paging)
    const priced = listed.filter(({ market }) => market.outcomes[0]?.price !== undefined)
    expect(priced.map(({ market }) => market.marketId)).toEqual(
      [503, 504, 505, 506, 507, 508].map((n) => `hl-outcome-${n}`),
    )
  })

  test('that cannot be read leave the list without them, with a warning', async () => {
    const world = setUp({
      spotMetaAndAssetCtxs: withTraded(traded('#1610', '40.0')),
      recentTrades: json(403, {}),
    })
    const ctx = tolerant(world.ctx)
    const rows = await collect(present(markets.listMarkets)({ status: 'active' }, ctx).paging)
    expect(rows).toHaveLength(10)
    expect(ctx.omissions.warnings).toEqual([expect.stringContaining('last prices')])
  })
})

describe('the list of markets', () => {
  test('is every outcome that trades, alone or in a question', async () => {
    const rows = await listMarkets()
    expect(rows.map(({ market }) => [market.marketId, market.eventId])).toEqual([
      ['hl-outcome-700', undefined],
      ['hl-outcome-141', undefined],
      ['hl-outcome-6208', undefined],
      ['hl-outcome-160', '30'],
      ['hl-outcome-161', '30'],
      ['hl-outcome-162', '30'],
      ['hl-outcome-163', '30'],
      ['hl-outcome-1472', '198'],
      ['hl-outcome-1473', '198'],
      ['hl-outcome-1474', '198'],
    ])
    expect(rows.every(({ status }) => status === 'active')).toBe(true)
  })

  test('has rows that say what is known and leave out the rest', async () => {
    const [row] = await listMarkets()
    const yes = {
      outcomeId: '100007000',
      marketId: 'hl-outcome-700',
      label: 'QOR > $83,397.5 @ 2026-11-22 06:00 UTC',
      price: 0.047915,
      priceChange24h: -0.46708,
      metadata: { coin: '#7000', side: 0 },
    }
    const no = {
      outcomeId: '100007001',
      marketId: 'hl-outcome-700',
      label: 'Not QOR > $83,397.5 @ 2026-11-22 06:00 UTC',
      price: 0.952085,
      priceChange24h: 0.46708,
      metadata: { coin: '#7001', side: 1 },
    }
    expect(row?.market).toEqual({
      marketId: 'hl-outcome-700',
      title: 'QOR > $83,397.5 @ 2026-11-22 06:00 UTC',
      description: 'class:priceBinary|underlying:QOR|expiry:20261122-0600|targetPrice:83397.5|period:1d',
      slug: 'hl-700',
      outcomes: [yes, no],
      resolutionDate: '2026-11-22T06:00:00.000Z',
      volume24h: 93275,
      openInterest: 93165,
      url: 'https://app.hyperliquid.xyz/trade/%237000',
      category: 'Crypto',
      tags: ['QOR', 'Outcome Markets'],
      tickSize: 0.00001,
      status: 'active',
      nativeStatus: 'active',
      sourceExchange: 'hyperliquid',
      sourceMetadata: expect.objectContaining({
        volumeUnit: 'contracts',
        quoteToken: 'USDC',
        nativeDescription:
          'class:priceBinary|underlying:QOR|expiry:20261122-0600|targetPrice:83397.5|period:1d',
      }),
      yes,
      no,
      up: yes,
      down: no,
    })
  })

  test('counts sides by their place, whatever they are called', async () => {
    const rows = await listMarkets()
    const labels = (id: string) =>
      rows
        .find(({ market }) => market.marketId === id)
        ?.market.outcomes.map(({ outcomeId, label }) => [outcomeId, label])
    expect(labels('hl-outcome-141')).toEqual([
      ['100001410', 'Port Meridian'],
      ['100001411', 'Osterland'],
    ])
    expect(labels('hl-outcome-6208')).toEqual([
      ['100062080', 'ORB'],
      ['100062081', 'SRN'],
    ])
    expect(labels('hl-outcome-1473')).toEqual([
      ['100014730', 'Mira Vela'],
      ['100014731', 'Not Mira Vela'],
    ])
  })

  test('never takes the placeholder of an empty book for a price', async () => {
    const rows = await listMarkets()
    const prices = (id: string) =>
      rows.find(({ market }) => market.marketId === id)?.market.outcomes.map(({ price }) => price)
    expect(prices('hl-outcome-162')).toEqual([undefined, undefined])
    expect(prices('hl-outcome-161')).toEqual([undefined, undefined])
    expect(prices('hl-outcome-1474')).toEqual([0.2, undefined])
    const other = rows.find(({ market }) => market.marketId === 'hl-outcome-1474')?.market
    expect(other?.outcomes[0]).not.toHaveProperty('priceChange24h')
    expect(other).not.toHaveProperty('liquidity')
    expect(other).not.toHaveProperty('volume')
  })

  test('knows topics from the descriptions only', async () => {
    const rows = await listMarkets({
      outcomeMeta: meta({
        outcomes: [game(), game({ outcome: 2, name: 'Plain', description: 'Anything.' })],
        questions: [],
      }),
    })
    expect(rows.map(({ market }) => [market.category, market.tags])).toEqual([
      ['Sports', ['football', 'Outcome Markets']],
      [undefined, ['Outcome Markets']],
    ])
    expect(rows[1]?.market).not.toHaveProperty('resolutionDate')
  })

  test('asks for templates only when something was made from one', async () => {
    const { ctx, asked } = setUp({ outcomeMeta: meta({ outcomes: [game()], questions: [] }) })
    await collect(present(markets.listMarkets)({ status: 'active' }, ctx).paging)
    expect(asked().toSorted()).toEqual(['allMids', 'outcomeMeta', 'spotMetaAndAssetCtxs'])
  })

  test.each(['listMarkets', 'listEvents'] as const)(
    'of closed ones does not exist: %s says so',
    async (name) => {
      const { ctx, asked } = setUp()
      const error = await failureOf(() =>
        collect<unknown>(present(markets[name])({ status: 'closed' }, ctx).paging),
      )
      expect(error.code).toBe('NOT_SUPPORTED')
      expect(error.message).toContain('hl-outcome-')
      expect(asked()).toEqual([])
    },
  )
})

describe('the list of events', () => {
  test('is the questions with the outcomes that trade, the fallback among them', async () => {
    const rows = await listEvents()
    expect(
      rows.map(({ event, markets: inside }) => [event.id, inside.map(({ market }) => market.marketId)]),
    ).toEqual([
      ['30', ['hl-outcome-161', 'hl-outcome-162', 'hl-outcome-163', 'hl-outcome-160']],
      ['198', ['hl-outcome-1473', 'hl-outcome-1474', 'hl-outcome-1472']],
    ])
    expect(rows[1]?.event).toEqual({
      id: '198',
      title: 'Mayor of Orbhaven',
      description: 'Who is elected in Orbhaven?',
      slug: 'hl-question-198',
      url: 'https://app.hyperliquid.xyz/trade/%2314730',
      volume24h: 93275,
      category: 'Politics',
      tags: ['Outcome Markets'],
      sourceExchange: 'hyperliquid',
      sourceMetadata: expect.objectContaining({
        volumeUnit: 'contracts',
        nativeDescription: 'place:Orbhaven|resolutionDeadline:20270605-1200',
        fallbackMarket: 'hl-outcome-1472',
        settledMarkets: ['hl-outcome-1475'],
      }),
    })
  })
})

test('an event whose fallback is not told is shown without, and says so', async () => {
  const { ctx } = setUp({
    outcomeMeta: mutate(meta(), { how: 'dropped', path: 'questions.0.fallbackOutcome' }),
  })
  expect(
    (await collect(markets.listEvents({ status: 'active' }, ctx).paging)).map(
      ({ markets: inside }) => inside.length,
    ),
  ).toEqual([3, 3])
  const told = expect.stringContaining('the fallback market of event 30,')
  expect(ctx.omissions.cut).toEqual([told])
  const one = setUp({
    outcomeMeta: mutate(meta(), { how: 'dropped', path: 'questions.0.fallbackOutcome' }),
  })
  await markets.getEvent('198', one.ctx)
  expect(one.ctx.omissions.cut).toEqual([])
  await markets.getEvent('30', one.ctx)
  expect(one.ctx.omissions.cut).toEqual([told])
})

describe('a change of shape is an error with its path', () => {
  const outcome = ['outcome', 'name', 'description', 'sideSpecs', 'sideSpecs.0.name'].map(
    (path) => `outcomes.0.${path}`,
  )
  const question = ['question', 'name', 'description', 'namedOutcomes', 'settledNamedOutcomes'].map(
    (path) => `questions.0.${path}`,
  )

  test.each(mutationsOf(['outcomes', ...outcome, ...question], ['dropped', 'renamed', 'retyped', 'nulled']))(
    'of the list: $path $how',
    async (mutation) => {
      const path = mutation.path.replace(/\.(\d+)/g, '[$1]')
      await expectDriftAt(() => listMarkets({ outcomeMeta: mutate(meta(), mutation) }), path)
    },
  )

  test.each(mutationsOf(['questions'], ['dropped', 'renamed', 'nulled']))(
    'of the list: outcomes can be read with $path $how, and say so; questions cannot',
    async (mutation) => {
      const answers = { outcomeMeta: mutate(meta(), mutation) }
      const ctx = tolerant(setUp(answers).ctx)
      const rows = await collect(present(markets.listMarkets)({ status: 'active' }, ctx).paging)
      expect(rows).toHaveLength((await listMarkets()).length)
      expect(ctx.omissions.cut).toEqual([expect.stringContaining('questions')])
      await expectDriftAt(() => collect(markets.listEvents({ status: 'active' }, ctx).paging), 'questions')
      await expectDriftAt(() => markets.getEvent('30', ctx), 'questions')
    },
  )

  test.each(mutationsOf(['questions.0.fallbackOutcome'], ['retyped']))(
    'of the list: optional $path $how',
    async (mutation) => {
      const path = mutation.path.replace(/\.(\d+)/g, '[$1]')
      await expectDriftAt(() => listMarkets({ outcomeMeta: mutate(meta(), mutation) }), path)
    },
  )

  test.each(mutationsOf(['1.1.coin'], ['dropped', 'renamed', 'retyped', 'nulled']))(
    'of the statistics: $path $how',
    async (mutation) => {
      await expectDriftAt(
        () => listMarkets({ spotMetaAndAssetCtxs: mutate(contexts(), mutation) }),
        '[1][1].coin',
      )
    },
  )

  test.each(
    mutationsOf(
      ['midPx', 'markPx', 'prevDayPx', 'dayBaseVlm', 'circulatingSupply'].map((name) => `1.1.${name}`),
      ['retyped'],
    ),
  )('of the statistics: $path $how', async (mutation) => {
    const path = mutation.path.replace(/^1\.1\./, '[1][1].')
    await expectDriftAt(() => listMarkets({ spotMetaAndAssetCtxs: mutate(contexts(), mutation) }), path)
  })

  test.each(
    mutationsOf(
      ['midPx', 'markPx', 'prevDayPx', 'dayBaseVlm', 'circulatingSupply'].map((name) => `1.*.${name}`),
      ['dropped', 'renamed'],
    ),
  )('of the statistics of every outcome: $path $how', async (mutation) => {
    const broken = mutate([{}, [...outcomeContexts(), ...outcomeContexts('#9')]], mutation)
    const path = mutation.path.replace('1.', '[1][').replace('*.', '*].')
    await expectDriftAt(() => listMarkets({ spotMetaAndAssetCtxs: broken }), path)
  })

  test.each(
    mutationsOf(
      ['0.id', '0.name', '0.description', '0.keywords'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
  )('of the templates: $path $how', async (mutation) => {
    const path = mutation.path.replace('0.', '[0].')
    await expectDriftAt(() => listMarkets({ outcomeTemplates: mutate(templates(), mutation) }), path)
  })

  test('of the prices', async () => {
    await expectDriftAt(() => listMarkets({ allMids: { ...mids(), '#7000': '1.5' } }), '#7000')
    await expectDriftAt(() => listMarkets({ allMids: { ...mids(), '#7000': null } }), '#7000')
    await expectDriftAt(() => listMarkets({ allMids: { QOR: '80868.5', '@142': '1' } }), '#*')
    await expectDriftAt(() => listMarkets({ allMids: [] }), '')
    const wrapped = await listMarkets({ allMids: { mids: mids() } })
    expect(wrapped[0]?.market.outcomes[0]?.price).toBe(0.047915)
  })

  test.each([['outcomeMeta'], ['allMids'], ['spotMetaAndAssetCtxs'], ['outcomeTemplates']])(
    '%s answered with null or {} is no list',
    async (type) => {
      for (const body of [null, {}]) {
        const error = await failureOf(() => listMarkets({ [type]: json(200, body) }))
        expect(error.code, JSON.stringify(body)).toBe('EXCHANGE_NOT_AVAILABLE')
      }
    },
  )
})

test('every read is a POST that callers share', async () => {
  const { wire, ctx } = setUp()
  await Promise.all([1, 2].map(() => collect(present(markets.listMarkets)({ status: 'active' }, ctx).paging)))
  expect(wire.calls.map((call) => [call.method, call.path, bodyOf(call)['type']])).toEqual([
    ['POST', '/info', 'outcomeMeta'],
    ['POST', '/info', 'allMids'],
    ['POST', '/info', 'spotMetaAndAssetCtxs'],
    ['POST', '/info', 'outcomeTemplates'],
  ])
})
