import { describe, expect, test } from 'vitest'
import { probable } from '../../../src/venues/probable/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { type Answer, json } from '../../support/wire.js'
import { nativeBook, nativeMarket, pageOf } from './payloads.js'
import { setUp } from './set-up.js'

const read = (answer: Answer, id = token(1)) => {
  const { ctx } = setUp({ 'GET market/markets': pageOf([nativeMarket()]), 'GET orderbook/book': answer })
  return readerOf(probable, ctx).book(id)
}

test('the whole book, levels in the order of the venue', async () => {
  expect(await read(nativeBook())).toEqual({
    bids: [
      { price: 0.3, size: 50 },
      { price: 0.61, size: 12.5 },
    ],
    asks: [
      { price: 0.99, size: 100 },
      { price: 0.64, size: 9.84 },
    ],
    timestamp: Date.parse('2026-11-21T11:59:58.729Z'),
    datetime: '2026-11-21T11:59:58.729Z',
    isNegRisk: false,
    sourceMetadata: expect.objectContaining({
      timestampSource: 'venue',
      hash: '2abe970b',
      tickSize: 0.001,
      minimumOrderSize: 1,
    }),
  })
})

test('the documented stamp of seconds in a text is read, too', async () => {
  expect((await read(nativeBook({ timestamp: '1791499342' }))).timestamp).toBe(1_791_499_342_000)
})

test('an empty book is one of a known outcome only', async () => {
  const empty = nativeBook({ bids: [], asks: [] })
  expect(await read(empty)).toMatchObject({ bids: [], asks: [] })
  const error = await failureOf(() => read({ ...empty, asset_id: token(9) }, token(9)))
  expect(error.code).toBe('NOT_FOUND')
})

test.each([json(404, {}), json(400, { error: { code: 'PAS-1', message: 'token not found' } })])(
  'an unknown token is NOT_FOUND',
  async (answer) => {
    expect((await failureOf(() => read(answer))).code).toBe('NOT_FOUND')
  },
)

test.each([500, 502, 503])(
  'HTTP %i is a failure that may pass, whatever it says of retrieving',
  async (status) => {
    const { ctx, clock } = setUp({
      'GET market/markets': pageOf([nativeMarket()]),
      'GET orderbook/book': json(status, { detail: 'failed to retrieve book' }),
    })
    const failure = failureOf(() => readerOf(probable, ctx).book(token(1)))
    for (let turn = 0; turn < 5; turn++) await clock.advance(10_000)
    expect(await failure).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', retryable: true })
  },
)

test.each(['2101', condition(1), nativeMarket().market_slug])(
  'a market id in place of an outcome id is refused with its outcomes: %s',
  async (id) => {
    expect(await failureOf(() => read(nativeBook(), id))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'market_not_outcome', marketId: '2101', outcomeIds: [token(1), token(2)] },
    })
  },
)

describe('a change of shape is an error', () => {
  test.each([
    ...mutationsOf(['asset_id', 'timestamp', 'bids', 'asks'], ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf(['bids.0.price', 'asks.1.size'], ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf(['tick_size', 'neg_risk', 'hash', 'min_order_size'], ['retyped']),
  ])('$path $how', async (mutation) => {
    const path = mutation.path.replace(/\.(\d)/, '[$1]')
    await expectDrift(() => read(mutate(nativeBook(), mutation)), path)
  })

  test.each([
    ['asset_id', { asset_id: token(2) }],
    ['bids[0].price', { bids: [{ price: '1.5', size: '1' }] }],
    ['asks[0].size', { asks: [{ price: '0.5', size: '-1' }] }],
    ['timestamp', { timestamp: 'lately' }],
  ])('%s must make sense', async (path, overrides) => {
    await expectDrift(() => read(nativeBook(overrides)), path)
  })
})
