import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { TradeQuery } from '../../../src/venue-kit/contract/venue.js'
import { rain } from '../../../src/venues/rain/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import type { Answer } from '../../support/wire.js'
import { boundsOf, questionsOf, setUp } from './fills.js'
import {
  contract,
  filledAt,
  fillId,
  hash,
  indexed,
  orderFill,
  pairPool,
  poolId,
  purchase,
} from './payloads.js'

const trades = present(rain.trades)
const outcomes = present(rain.outcomes)
const [yes, no] = [`rain:${poolId(1)}:1`, `rain:${poolId(1)}:2`]

async function tradesOf(answer: Answer, id = yes, query: Partial<TradeQuery> = {}) {
  const { ctx, wire } = setUp(answer)
  const sought = await outcomes.locate(id, ctx)
  if (sought?.kind !== 'outcome') throw new Error('no outcome')
  const rows = await collect(trades.list(sought.outcome, { limit: 1_000, ...query }, ctx))
  return { rows, questions: questionsOf(wire.calls) }
}

describe('trades', () => {
  const lists = {
    enterOptions: [purchase(9), purchase(1)],
    executeBuyOrders: [orderFill(5)],
    executeSellOrders: [orderFill(7, { orderPrice: '600000000000000000' })],
  }

  test('are the purchases from the pool and the orders that were filled, newest first', async () => {
    const { rows } = await tradesOf(indexed(lists))
    expect(
      rows.map(({ timestamp, price, amount, side }) => [timestamp / 1000 - filledAt, price, amount, side]),
    ).toEqual([
      [9, 0.62, 10, 'buy'],
      // Who takes an order to sell buys, and the other way round.
      [7, 0.6, 10, 'buy'],
      [5, 0.55, 10, 'sell'],
      [1, 0.62, 10, 'buy'],
    ])
    expect(rows[0]).toMatchObject({ id: fillId(9), outcomeId: yes })
  })

  test('of one option are asked for in one question, by the number that the venue gives it', async () => {
    const { questions } = await tradesOf(indexed(), no)
    const where = `where: { poolAddress: "${contract(1).toLowerCase()}", `
    const bounds = `blockTimestamp_gte: "0", blockTimestamp_lte: "${now / 1000}" }, `
    const order = 'orderBy: blockTimestamp, orderDirection: desc, first: 1000) '
    const [one, other] = ['option: 2, ', 'orderOption: 2, ']
    const common = 'blockNumber blockTimestamp transactionHash }'
    const ofOrders = `${where}${other}${bounds}${order}{ id poolAddress orderOption orderPrice optionAmount ${common}`
    expect(questions).toEqual([
      `{ enterOptions(${where}${one}${bounds}${order}{ id poolAddress option baseAmount optionAmount ${common} ` +
        `executeBuyOrders(${ofOrders} executeSellOrders(${ofOrders} }`,
    ])
  })

  test('of a window are asked for in whole seconds inside of it', async () => {
    const { questions } = await tradesOf(indexed(), yes, { start: 1_500, end: 9_999 })
    expect(questions[0]).toContain('blockTimestamp_gte: "2", blockTimestamp_lte: "9"')
    expect((await tradesOf(indexed(), yes, { start: 1_100, end: 1_900 })).questions).toEqual([])
  })

  test('of the other side of an option are its own, seen from there', async () => {
    const id = `rain:${poolId(2)}:1`
    const { rows } = await tradesOf(indexed(lists), `${id}:no`)
    expect(rows.map(({ price, side }) => [price, side])).toEqual([
      [0.38, 'sell'],
      [0.4, 'sell'],
      [0.45, 'buy'],
      [0.38, 'sell'],
    ])
    expect(rows[0]?.outcomeId).toBe(`${id}:no`)
  })

  test('of one second stand by block, and by their place in it', async () => {
    const at = { blockTimestamp: String(filledAt), blockNumber: '7', transactionHash: hash(3) }
    const enterOptions = [
      purchase(0, { ...at, id: fillId(3, 2), baseAmount: '2000000' }),
      purchase(0, { ...at, id: fillId(3, 16), baseAmount: '3000000' }),
      purchase(0, { ...at, blockNumber: '6', baseAmount: '1000000' }),
    ]
    const { rows } = await tradesOf(indexed({ enterOptions }))
    expect(rows.map(({ price }) => price)).toEqual([0.3, 0.2, 0.1])
  })

  test('do not hold what tells no price: orders filled on the way, and dust', async () => {
    const enterOptions = [
      purchase(3, { optionAmount: '0', baseAmount: '0' }),
      purchase(2, { optionAmount: '1', baseAmount: '2' }),
      purchase(2, { baseAmount: '0' }),
      purchase(2, { baseAmount: '10000000' }),
      purchase(1),
    ]
    expect((await tradesOf(indexed({ enterOptions }))).rows).toHaveLength(1)
    const executeSellOrders = [
      orderFill(3, zero),
      orderFill(2, { orderPrice: `1${'0'.repeat(18)}` }),
      orderFill(1),
    ]
    expect((await tradesOf(indexed({ executeSellOrders }))).rows.map(({ price }) => price)).toEqual([0.55])
  })
})

/** So many purchases, a second apart, the newest first. */
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_unused, n) => purchase(from + count - n))

/** An index that holds these, and gives a thousand of a kind at once. */
const index =
  (held: { enterOptions?: readonly object[]; executeBuyOrders?: readonly object[] }) =>
  (call: Parameters<typeof questionsOf>[0][number]) => {
    const bounds = boundsOf(questionsOf([call])[0] ?? '')
    const lists = Object.entries(bounds).map(([kind, bound]) => {
      const rows: readonly object[] = Reflect.get(held, kind) ?? []
      return [kind, rows.filter((row) => Number(Reflect.get(row, 'blockTimestamp')) <= bound).slice(0, 1_000)]
    })
    return { data: Object.fromEntries(lists) }
  }

describe('more than an answer holds', () => {
  test('is asked on from the last second of the kind that is cut, each once and in order', async () => {
    const enterOptions = many(2_500)
    const executeBuyOrders = [orderFill(2_400), orderFill(100)]
    const { rows, questions } = await tradesOf(index({ enterOptions, executeBuyOrders }))
    expect(rows).toHaveLength(2_502)
    expect(new Set(rows.map(({ id, side }) => `${id} ${side}`)).size).toBe(2_502)
    const times = rows.map(({ timestamp }) => timestamp)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(questions.map((question) => Object.keys(boundsOf(question)).length)).toEqual([3, 1, 1])
    expect(boundsOf(questions[1] ?? '')['enterOptions']).toBe(filledAt + 1_501)
  })

  test('is an error where a later answer is blank: it lacks the last second of the one before, too', async () => {
    const enterOptions = many(1_500)
    let calls = 0
    const answer = index({ enterOptions })
    const blank = index({})
    const once: typeof answer = (call) => (++calls === 1 ? answer(call) : blank(call))
    const error = await failureOf(() => tradesOf(once))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'paging' } })
  })

  test('in a single second is an error', async () => {
    const enterOptions = many(1_001).map((row, n) => ({
      ...row,
      id: fillId(n),
      blockTimestamp: String(filledAt),
    }))
    const error = await failureOf(() => tradesOf(index({ enterOptions })))
    expect([error.code, error.detail?.['kind']]).toEqual(['BAD_REQUEST', 'too_many_trades'])
  })
})

/** A price at which no order can rest. */
const zero = { orderPrice: '0' }

describe('answers that are not what was asked for', () => {
  test.each<[string, object]>([
    ['data.enterOptions[0].poolAddress', { enterOptions: [purchase(1, { poolAddress: contract(2) })] }],
    ['data.enterOptions[0].option', { enterOptions: [purchase(1, { option: '2' })] }],
    ['data.executeBuyOrders[0].orderOption', { executeBuyOrders: [orderFill(1, { orderOption: '0' })] }],
    [
      'data.enterOptions[0].blockTimestamp',
      { enterOptions: [purchase(1, { blockTimestamp: '1895000000' })] },
    ],
    ['data.enterOptions[1].blockTimestamp', { enterOptions: [purchase(1), purchase(2)] }],
    ['data.executeSellOrders', { executeSellOrders: null }],
    ['data.executeSellOrders', { executeSellOrders: undefined }],
    ['data.enterOptions[0].baseAmount', { enterOptions: [purchase(1, { baseAmount: '6.2' })] }],
    ['data.enterOptions[0].optionAmount', { enterOptions: [purchase(1, { optionAmount: null })] }],
    [
      'data.enterOptions[0].blockTimestamp',
      { enterOptions: [purchase(1, { blockTimestamp: '1795000001000' })] },
    ],
    [
      'data.executeBuyOrders[0].orderPrice',
      { executeBuyOrders: [orderFill(1, { orderPrice: '62000000000000000000' })] },
    ],
    [
      'data.executeBuyOrders[*].orderPrice',
      { executeBuyOrders: many(5).map((_row, index) => orderFill(5 - index, zero)) },
    ],
    [
      'data.enterOptions[*].baseAmount',
      { enterOptions: many(5).map((row) => ({ ...row, baseAmount: '62000000' })) },
    ],
  ])('%s', async (path, lists) => {
    await expectDrift(() => tradesOf(indexed({ ...lists })), path)
  })

  test.each([null, {}, { data: null }, []])('%j', async (answer) => {
    await expectDrift(() => tradesOf(() => answer), '')
  })
})

describe('an outcome', () => {
  const located = async (over: object) => {
    const { ctx } = setUp(indexed())
    const http = {
      ...ctx.http,
      send: async () => ({ status: 200, headers: {}, json: { ...pairPool(), ...over } }),
    }
    return outcomes.locate(yes, { ...ctx, http })
  }

  test('is told with the others of its pool', async () => {
    const sought = await located({})
    if (sought?.kind !== 'outcome') throw new Error('no outcome')
    const { outcomeId, facts, listedAt } = sought.outcome
    expect([outcomeId, facts.option, facts.contract, facts.decimals]).toEqual([
      yes,
      1,
      contract(1).toLowerCase(),
      6,
    ])
    expect(sought.others?.map((other) => other.outcomeId)).toEqual([no])
    // The row may be written after the contract.
    expect(listedAt).toBe(Date.UTC(2026, 6, 31, 9, 30))
  })

  test('is none with the id of a market, whose outcomes are named', async () => {
    const { ctx } = setUp(indexed())
    expect(await outcomes.locate(`rain:${poolId(1)}`, ctx)).toMatchObject({
      kind: 'market',
      outcomes: [{ outcomeId: yes }, { outcomeId: no }],
    })
    expect(await outcomes.locate(`rain:${poolId(1)}:7`, ctx)).toBeUndefined()
    expect(await outcomes.locate('elsewhere', ctx)).toBeUndefined()
  })

  test('without its contract, or without the number that the venue gives it, has no trades that could be found', async () => {
    await expectDrift(() => located({ contractAddress: null }), 'contractAddress')
    const options = [{ optionName: 'Yes' }, { optionName: 'No' }]
    await expectDrift(() => located({ options }), 'choiceIndex')
    await expectDrift(() => located({ token: { tokenDecimals: -1 } }), 'tokenDecimals')
  })

  test('counts shares in the decimals of its token', async () => {
    const sought = await located({ token: { tokenDecimals: 18 } })
    expect(sought?.kind === 'outcome' && sought.outcome.facts.decimals).toBe(18)
  })
})

describe('the key', () => {
  test('goes along as a secret where there is one', async () => {
    const held = { values: { apiKey: 'a-key' }, withheld: false }
    for (const [secrets, headers] of [
      [held, { authorization: 'Bearer a-key' }],
      [undefined, {}],
    ] as const) {
      const { ctx, wire } = setUp(indexed(), secrets)
      const sought = await outcomes.locate(yes, ctx)
      if (sought?.kind !== 'outcome') throw new Error('no outcome')
      await collect(trades.list(sought.outcome, { limit: 1 }, ctx))
      expect(wire.calls.at(-1)?.secretHeaders).toEqual(headers)
      expect(wire.calls[0]?.secretHeaders).toEqual({})
    }
  })

  test.each([
    ['auth error: missing authorization header', 'AUTHENTICATION_ERROR'],
    ['auth error: API key not found', 'AUTHENTICATION_ERROR'],
    ['Too many requests', 'RATE_LIMIT_EXCEEDED'],
    ['Type `Query` has no field `enterOptions`', 'EXCHANGE_NOT_AVAILABLE'],
  ])('what the index says with a success is an error: %s', async (message, code) => {
    const { ctx, clock } = setUp({ errors: [{ message }] })
    const sought = await outcomes.locate(yes, ctx)
    if (sought?.kind !== 'outcome') throw new Error('no outcome')
    const asking = failureOf(() => collect(trades.list(sought.outcome, { limit: 1 }, ctx)))
    await clock.advance(20_000)
    const error = await asking
    expect(error.code).toBe(code)
    if (code === 'AUTHENTICATION_ERROR') expect(error.message).toContain('RAIN_SUBGRAPH_API_KEY')
  })
})
