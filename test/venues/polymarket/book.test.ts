import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { toOrderBook } from '../../../src/venues/polymarket/book.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { clobBook } from '../../../src/venues/polymarket/schemas.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import { nativeBook, nativeMarket } from './payloads.js'
import { up } from './protocol-venue.js'
import { setUp } from './set-up.js'

const noBook = json(404, { error: 'No orderbook exists for the requested token id' })

describe('one book', () => {
  test('the whole book', async () => {
    const { ctx, wire } = setUp({ 'GET clob/book': nativeBook() })
    expect(await readerOf(polymarket, ctx).book(token(1), 1)).toEqual({
      bids: [
        { price: 0.001, size: 3147.19 },
        { price: 0.61, size: 1432.11 },
      ],
      asks: [
        { price: 0.999, size: 73.68 },
        { price: 0.62, size: 7 },
      ],
      timestamp: 1795261999018,
      datetime: '2026-11-21T11:53:19.018Z',
      isNegRisk: true,
      sourceMetadata: expect.objectContaining({
        timestampSource: 'venue',
        conditionId: condition(1),
        hash: 'bfb61f58dab4055d956eb5e758dbc9101c9a4e6c',
        tickSize: 0.001,
        minimumOrderSize: 5,
        marketLastTradePrice: 0.385,
      }),
    })
    expect(queryOf(present(wire.calls[0]))).toEqual({ token_id: token(1) })
  })

  test('the last trade of the market is not passed off as the token’s', async () => {
    const { ctx } = setUp({ 'GET clob/book': nativeBook() })
    expect(await readerOf(polymarket, ctx).book(token(1))).not.toHaveProperty('lastTradePrice')
  })

  test.each([
    ['ms', '1795261999018', 1795261999018],
    ['ms as a number', 1795261999018, 1795261999018],
    ['seconds', '1795261999', 1795261999000],
    ['ISO', '2026-11-21T11:53:19.018Z', 1795261999018],
  ])('the time may be in %s', async (_unit, timestamp, ms) => {
    const { ctx } = setUp({ 'GET clob/book': nativeBook(1, { timestamp }) })
    expect((await readerOf(polymarket, ctx).book(token(1))).timestamp).toBe(ms)
  })

  test('the shape of 2024 is enough, a side may be empty and a market never traded', async () => {
    const { market, asset_id, timestamp, asks } = nativeBook()
    const { ctx } = setUp({
      'GET clob/book': { market, asset_id, timestamp, asks, bids: [], last_trade_price: '' },
    })
    const found = await readerOf(polymarket, ctx).book(token(1))
    expect(found.bids).toEqual([])
    expect(found.sourceMetadata).toEqual({
      timestampSource: 'venue',
      conditionId: condition(1),
      market: condition(1),
      last_trade_price: '',
    })
    expect(found).not.toHaveProperty('isNegRisk')
  })

  test.each([
    ['of a token', noBook],
    ['of digits that are no token', json(400, { error: 'Invalid token id' })],
  ])('no book %s is NOT_FOUND', async (_what, answer) => {
    const { ctx } = setUp({ 'GET clob/book': answer })
    expect(await failureOf(() => readerOf(polymarket, ctx).book(token(1)))).toMatchObject({
      code: 'NOT_FOUND',
      exchange: undefined,
      detail: { kind: 'no_book' },
    })
  })

  test('any other refusal is no missing book', async () => {
    const { ctx } = setUp({ 'GET clob/book': json(400, { error: 'Invalid something else' }) })
    expect((await failureOf(() => readerOf(polymarket, ctx).book(token(1)))).code).toBe('BAD_REQUEST')
  })

  test.each(
    mutationsOf(
      ['market', 'hash', 'tick_size', 'min_order_size', 'neg_risk', 'last_trade_price'],
      ['dropped', 'retyped', 'nulled'],
    ),
  )('needs no $path, $how', async (mutation) => {
    const [whole, without] = await Promise.all(
      [nativeBook(), mutate(nativeBook(), mutation)].map((native) =>
        readerOf(polymarket, setUp({ 'GET clob/book': native }).ctx).book(token(1)),
      ),
    )
    expect(without).toMatchObject({ bids: whole?.bids, asks: whole?.asks, timestamp: whole?.timestamp })
  })

  test.each([
    ['v2', token(1), true],
    ['v3', token(1), true],
    ['v1', token(1), false],
    [undefined, token(1), false],
    [7, token(1), false],
    ['v1', up, true],
    ['v3', up, true],
    ['v2', up, false],
    [undefined, up, false],
  ])('the protocol %j of a book of %s', async (version, id, isWrong) => {
    const book = clobBook.parse(nativeBook(1, { asset_id: id, version }))
    if (isWrong) await expectDrift(() => toOrderBook(book, id, 'GET /book'), 'version')
    else expect(toOrderBook(book, id, 'GET /book').asks).toHaveLength(2)
  })

  test('the book of another token is an error', async () => {
    const { ctx } = setUp({ 'GET clob/book': nativeBook(2) })
    await expectDrift(() => readerOf(polymarket, ctx).book(token(1)), 'asset_id')
  })

  test.each([
    ...mutationsOf(
      ['asset_id', 'timestamp', 'bids', 'asks', 'bids.0.price', 'bids.0.size', 'asks.1.price', 'asks.1.size'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
  ])('with its $path $how is an error', async (mutation) => {
    const { ctx } = setUp({ 'GET clob/book': mutate(nativeBook(), mutation) })
    await expectDrift(() => readerOf(polymarket, ctx).book(token(1)), mutation.path.replace(/\.(\d)/, '[$1]'))
  })

  test.each([
    ['bids[0].price', { bids: [{ price: '1.5', size: '3' }] }],
    ['asks[0].size', { asks: [{ price: '0.5', size: '-3' }] }],
    ['timestamp', { timestamp: 'now' }],
  ])('%s must make sense', async (path, overrides) => {
    const { ctx } = setUp({ 'GET clob/book': nativeBook(1, overrides) })
    await expectDrift(() => readerOf(polymarket, ctx).book(token(1)), path)
  })
})

describe('ids that are no outcome', () => {
  test('the id of a market names its outcome ids', async () => {
    const { ctx } = setUp({ 'GET gamma/markets/keyset': { markets: [nativeMarket()] } })
    const error = await failureOf(() => readerOf(polymarket, ctx).book(condition(1)))
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'market_not_outcome', marketId: '700101', outcomeIds: [token(1), token(2)] },
    })
    expect(error.message).toContain(token(1))
    expect(error.message).toContain(token(2))
  })

  test('so does its slug', async () => {
    const { slug } = nativeMarket()
    const { ctx } = setUp({ [`GET gamma/markets/slug/${slug}`]: nativeMarket() })
    expect((await failureOf(() => readerOf(polymarket, ctx).book(slug))).detail).toMatchObject({
      kind: 'market_not_outcome',
    })
  })

  test('a gamma id is refused without a call', async () => {
    const { ctx, wire } = setUp({})
    expect(await failureOf(() => readerOf(polymarket, ctx).book('700101'))).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'id',
    })
    expect(wire.calls).toEqual([])
  })

  test('an unknown slug is NOT_FOUND', async () => {
    const { ctx } = setUp({ 'GET gamma/markets/slug/nobody-knows': json(404, { error: 'slug not found' }) })
    expect((await failureOf(() => readerOf(polymarket, ctx).book('nobody-knows'))).code).toBe('NOT_FOUND')
  })
})

describe('many books', () => {
  /** Answers in another order than asked and leaves out what `known` does not hold. */
  const batch = (known: readonly number[]) => (call: VenueCall) => {
    const asked: unknown = call.body
    const text = JSON.stringify(asked)
    return known
      .filter((n) => text.includes(`"${token(n)}"`))
      .map((n) => nativeBook(n))
      .reverse()
  }

  test('are joined on the token, unknown ones left out', async () => {
    const { ctx, wire } = setUp({ 'POST clob/books': batch([1, 2]) })
    const found = await readerOf(polymarket, ctx).someBooks([token(1), token(9), token(2)])
    expect([...found.keys()]).toEqual([token(1), token(2)])
    expect(wire.calls[0]?.body).toEqual([
      { token_id: token(1) },
      { token_id: token(9) },
      { token_id: token(2) },
    ])
  })

  test('go out 200 at a time', async () => {
    const numbers = Array.from({ length: 450 }, (_unused, n) => n)
    const { ctx, wire } = setUp({ 'POST clob/books': batch(numbers) })
    expect((await readerOf(polymarket, ctx).someBooks(numbers.map(token))).size).toBe(450)
    expect(sentTo(wire)).toHaveLength(3)
  })

  test('a book that was not asked for is an error', async () => {
    const { ctx } = setUp({ 'POST clob/books': [nativeBook(1), nativeBook(7)] })
    await expectDrift(() => readerOf(polymarket, ctx).someBooks([token(1)]), 'asset_id')
  })

  test.each([
    [400, { error: 'Invalid payload' }],
    [404, 'not found'],
    [405, { error: 'method not allowed' }],
  ])(
    'where the form is refused with %d they are read one by one, and that is remembered',
    async (status, body) => {
      const { ctx, wire } = setUp({
        'POST clob/books': json(status, body),
        'GET clob/book': (call: VenueCall) =>
          queryOf(call)['token_id'] === token(1) ? nativeBook(1) : noBook,
      })
      expect([...(await readerOf(polymarket, ctx).someBooks([token(1), token(2)])).keys()]).toEqual([
        token(1),
      ])
      await readerOf(polymarket, ctx).someBooks([token(1)])
      expect(sentTo(wire)).toEqual(['POST clob/books', 'GET clob/book', 'GET clob/book', 'GET clob/book'])
    },
  )

  test('none of them existing is an empty answer, not a dead form', async () => {
    const { ctx, wire } = setUp({ 'POST clob/books': noBook })
    expect((await readerOf(polymarket, ctx).someBooks([token(1)])).size).toBe(0)
    expect(sentTo(wire)).toEqual(['POST clob/books'])
  })

  test('digits that are no token cost no other book', async () => {
    const invalid = json(400, { error: 'Invalid token id' })
    const { ctx, wire } = setUp({
      'POST clob/books': (call: VenueCall) =>
        JSON.stringify(call.body).includes(token(9)) ? invalid : [nativeBook(1)],
      'GET clob/book': (call: VenueCall) =>
        queryOf(call)['token_id'] === token(1) ? nativeBook(1) : invalid,
    })
    expect([...(await readerOf(polymarket, ctx).someBooks([token(1), token(9)])).keys()]).toEqual([token(1)])
    await readerOf(polymarket, ctx).someBooks([token(1)])
    expect(sentTo(wire)).toEqual(['POST clob/books', 'GET clob/book', 'GET clob/book', 'POST clob/books'])
  })

  test('any other refusal is an error', async () => {
    const { ctx } = setUp({ 'POST clob/books': json(400, { error: 'too many ids' }) })
    expect((await failureOf(() => readerOf(polymarket, ctx).someBooks([token(1)]))).code).toBe('BAD_REQUEST')
  })

  test('a reply that is no list is an error', async () => {
    const { ctx } = setUp({ 'POST clob/books': { books: [] } })
    await expectDrift(() => readerOf(polymarket, ctx).someBooks([token(1)]), '')
  })
})
