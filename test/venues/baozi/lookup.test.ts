import { describe, expect, test } from 'vitest'
import { baozi } from '../../../src/venues/baozi/index.js'
import { failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { nodeWith } from './node.js'
import {
  addressOf,
  inContext,
  marketBytes,
  positionBytes,
  raceBytes,
  row,
  shown,
  wallet,
} from './payloads.js'

const { markets } = baozi
const [a, b, c, stranger] = ['a', 'b', 'c', 'stranger'].map(addressOf)
const some = [
  row('a', marketBytes()),
  row('b', raceBytes()),
  row('c', positionBytes(wallet, 4n, [1n])),
  { account: shown(marketBytes(), addressOf('another program')), pubkey: addressOf('stranger') },
]

describe('a market', () => {
  test.each([a, b, ` ${a} `, `https://baozi.bet/market/${b}`])('is found by %j', async (id = '') => {
    const { ctx, asked } = nodeWith(some)
    const found = present(await markets.getMarket(id, ctx))
    expect(id).toContain(found.market.marketId)
    expect(found.aliases).toEqual([id.trim()])
    expect(asked()).toEqual(['getAccountInfo'])
    const event = present(await markets.getEvent(id, ctx))
    expect([event.event.id, event.aliases]).toEqual([found.market.marketId, [id.trim()]])
  })

  test.each([c, stranger, addressOf('nobody'), '11111111111111111111111111111111'])(
    'is not at %s: what lies there is another thing',
    async (id = '') => {
      const { ctx } = nodeWith(some)
      expect(await markets.getMarket(id, ctx)).toBeUndefined()
      expect(await markets.getEvent(id, ctx)).toBeUndefined()
      expect(await markets.findOutcome(`${id}-YES`, ctx)).toBeUndefined()
    },
  )

  test.each(['59', 'comet', `${a}-YES`, ''])('nobody is asked for %j', async (id) => {
    const { ctx, asked } = nodeWith(some)
    expect(await markets.getMarket(id, ctx)).toBeUndefined()
    expect(asked()).toEqual([])
  })

  test.each([
    ['a cut account', inContext(shown(marketBytes().subarray(0, 90)))],
    ['no value', { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 } } }],
    ['no owner', inContext({ ...shown(marketBytes()), owner: undefined })],
    ['no result', { jsonrpc: '2.0', id: 1 }],
  ])('of which the node tells %s is an error', async (_what, answer) => {
    const { ctx } = nodeWith(some, () => answer)
    expect(await failureOf(() => markets.getMarket(present(a), ctx))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { kind: 'drift' },
    })
  })
})

describe('an outcome', () => {
  test.each([`${a}-YES`, `${a}-NO`, `${a}-no`, `${b}-0`, `${b}-2`])('%s is found', async (id) => {
    const { ctx } = nodeWith(some)
    const found = present(await markets.findOutcome(id, ctx))
    expect(id).toContain(found.market.marketId)
    expect(found.aliases).toEqual([id])
  })

  test.each([a, `${a}-0`, `${a}-2`, `${b}-YES`, `${b}-3`, `${b}-10`])('%s is none', async (id = '') => {
    const { ctx } = nodeWith(some)
    expect(await markets.findOutcome(id, ctx)).toBeUndefined()
  })
})

describe('several at once', () => {
  const readMany = present(markets.readMany)

  test('are read in one call, without what is no market', async () => {
    const { ctx, asked } = nodeWith(some)
    const ids = [b, c, a, stranger, addressOf('nobody'), 'comet'].map(String)
    const rows = await readMany(ids, ctx)
    expect(rows.map(({ market }) => market.marketId)).toEqual([b, a])
    expect(asked()).toEqual(['getMultipleAccounts'])
    expect(await readMany(['comet'], ctx)).toEqual([])
    expect(asked()).toHaveLength(1)
  })

  test('an odd one is set aside', async () => {
    const { ctx: strict } = nodeWith([row('a', marketBytes().subarray(0, 70)), row('b', raceBytes())])
    const ctx = tolerant(strict)
    const rows = await readMany([String(a), String(b)], ctx)
    expect(rows.map(({ market }) => market.marketId)).toEqual([b])
    expect(ctx.omissions.rows).toBe(1)
  })

  test('another count of accounts is an error: nobody knows which is whose', async () => {
    const { ctx } = nodeWith(some, () => inContext([shown(marketBytes())]))
    const { detail } = await failureOf(() => readMany([String(a), String(b)], ctx))
    expect(detail).toMatchObject({ kind: 'drift', path: 'result.value' })
  })
})

describe('several markets for who looks each up by its address', () => {
  const { getMarket, fitACall, getMany } = markets

  test('are the rows that lookups tell, in one call', async () => {
    const { ctx, asked } = nodeWith(some)
    const ids = [String(a), ` ${b} `, String(c)]
    const told = await present(getMany)(ids, ctx)
    expect([...told.keys()]).toEqual(ids.slice(0, 2))
    expect(asked()).toEqual(['getMultipleAccounts'])
    for (const id of ids.slice(0, 2))
      expect(JSON.stringify(told.get(id))).toBe(JSON.stringify(await getMarket(id, ctx)))
  })

  test('are addresses, and a hundred at most', () => {
    const fits = present(fitACall)
    expect([
      fits([String(a), ` ${b} `]),
      fits([`https://baozi.bet/market/${b}`]),
      fits([`${a}-YES`]),
    ]).toEqual([true, false, false])
    const many = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => addressOf(`m${index}`))
    expect([fits(many(100)), fits(many(101))]).toEqual([true, false])
  })
})
