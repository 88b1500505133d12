import { describe, expect, test } from 'vitest'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { opinion } from '../../../src/venues/opinion/index.js'
import { token, wallet } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { type Answer, queryOf } from '../../support/wire.js'
import { answer, nativeBinary, nativeBook, nativeEvent, nativePosition, notFound } from './payloads.js'
import { setUp } from './set-up.js'
import { venueOf } from './venue.js'

describe('the book of an outcome', () => {
  const read = (reply: Answer, id = token(70_011)) => {
    const { ctx } = setUp({ ...venueOf([nativeEvent(), nativeBinary()]), 'GET api/token/orderbook': reply })
    return readerOf(opinion, ctx).book(id)
  }

  test('is told whole', async () => {
    expect(await read(answer(nativeBook()))).toEqual({
      bids: [{ price: 0.057, size: 1146.48 }],
      asks: [
        { price: 0.199, size: 42.896379525593005 },
        { price: 0.2, size: 60 },
      ],
      timestamp: 1_791_499_342_901,
      datetime: new Date(1_791_499_342_901).toISOString(),
      sourceMetadata: expect.objectContaining({ timestampSource: 'venue' }),
    })
  })

  test('whose time is 0 has none', async () => {
    const book = await read(answer(nativeBook({ timestamp: 0 })))
    expect(Object.keys(book)).toEqual(['bids', 'asks', 'sourceMetadata'])
    expect(book.sourceMetadata).not.toHaveProperty('timestampSource')
  })

  test('is empty for a known outcome only', async () => {
    const empty = nativeBook({ bids: [], asks: [] })
    expect(await read(answer(empty))).toMatchObject({ bids: [], asks: [] })
    const error = await failureOf(() => read(answer({ ...empty, tokenId: token(9) }), token(9)))
    expect(error.code).toBe('NOT_FOUND')
  })

  test('is none for an unknown outcome, and a market id is refused with its outcomes', async () => {
    expect(await failureOf(() => read(notFound))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'no_book' },
    })
    expect((await failureOf(() => read(notFound, 'no-outcome'))).code).toBe('NOT_FOUND')
    expect(await failureOf(() => read(answer(nativeBook()), '7101'))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'market_not_outcome', outcomeIds: [token(71_011), token(71_012)] },
    })
  })

  test.each([
    ...mutationsOf(['tokenId', 'timestamp', 'bids', 'asks'], ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf(['bids.0.price', 'asks.1.size'], ['dropped', 'renamed', 'retyped', 'nulled']),
  ])('whose $path was $how is an error', async (mutation) => {
    const path = mutation.path.replace(/\.(\d)/, '[$1]')
    await expectDrift(() => read(answer(mutate(nativeBook(), mutation))), path)
  })

  test.each([
    ['tokenId', { tokenId: token(2) }],
    ['bids[0].price', { bids: [{ price: '1.5', size: '1' }] }],
    ['asks[0].size', { asks: [{ price: '0.5', size: '-1' }] }],
    ['timestamp', { timestamp: 1_791_499_342 }],
  ])('whose %s makes no sense is an error', async (path, overrides) => {
    await expectDrift(() => read(answer(nativeBook(overrides))), path)
  })
})

describe('positions of a wallet', () => {
  const positionsOf = present(opinion.account?.positionsOf)
  const key: Secrets = { values: { apiKey: 'k-123' }, withheld: false }
  const read = (reply: Answer, secrets: Secrets = key, address = wallet) => {
    const { ctx, wire } = setUp({ [`GET api/positions/user/${address}`]: reply }, secrets)
    return positionsOf(address, ctx).then((positions) => ({ positions, wire }))
  }
  const page = (list: readonly unknown[], total = list.length) => answer({ total, list })

  test('are told whole, and asked for with the key', async () => {
    const { positions, wire } = await read(page([nativePosition()]))
    expect(positions).toEqual([
      {
        marketId: '7001',
        outcomeId: token(1),
        outcomeLabel: 'YES',
        size: 59.5,
        entryPrice: 0.0276320808878794,
        currentValue: 1.75,
        unrealizedPnL: -0.25,
      },
    ])
    expect(wire.calls[0]?.secretHeaders).toEqual({ apikey: 'k-123' })
    expect(wire.calls[0]?.headers).toEqual({})
  })

  test('that are nothing any more are left out; unknown money is absent', async () => {
    const bare = nativePosition(2, {
      avgEntryPrice: '',
      currentValueInQuoteToken: null,
      unrealizedPnl: '',
      outcome: '',
    })
    const { positions } = await read(page([nativePosition(1, { sharesOwned: '0' }), bare]))
    expect(positions).toEqual([{ marketId: '7002', outcomeId: token(2), size: 59.5 }])
  })

  test('are walked page by page', async () => {
    const all = Array.from({ length: 41 }, (_unused, n) => nativePosition(n + 1))
    const { positions } = await read((call: Parameters<typeof queryOf>[0]) => {
      const at = Number(queryOf(call)['page']) - 1
      return page(all.slice(at * 20, at * 20 + 20), 41)
    })
    expect(positions).toHaveLength(41)
  })

  test('need a key, and say how to set it', async () => {
    const error = await failureOf(() => read(page([]), { values: {}, withheld: false }))
    expect(error.code).toBe('AUTHENTICATION_ERROR')
    expect(error.message).toContain('OPINION_API_KEY')
    const withheld = await failureOf(() => read(page([]), { values: {}, withheld: true }))
    expect(withheld.message).toContain('access token')
  })

  test.each(['', 'me', `${wallet}0`])("of '%s' are refused: it is no address", async (address) => {
    expect((await failureOf(() => read(page([]), key, address))).code).toBe('VALIDATION_ERROR')
  })

  test.each([
    ...mutationsOf(['total', 'list'], ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf(
      ['marketId', 'tokenId', 'sharesOwned'].map((name) => `list.0.${name}`),
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
    ...mutationsOf(
      ['outcome', 'avgEntryPrice', 'currentValueInQuoteToken', 'unrealizedPnl'].map(
        (name) => `list.0.${name}`,
      ),
      ['retyped'],
    ),
  ])('whose $path was $how are an error', async (mutation) => {
    const body = { total: 1, list: [nativePosition()] }
    await expectDrift(() => read(answer(mutate(body, mutation))), mutation.path.replace('.0', '[0]'))
  })

  test('an empty page where rows are due is an error', async () => {
    await expectDrift(() => read(page([], 3)), 'result.list')
  })
})

test('the key goes along with reads that do without, and is no header that is recorded', async () => {
  const { ctx, wire } = setUp(venueOf([nativeBinary()]), { values: { apiKey: 'k-9' }, withheld: false })
  await opinion.markets.getMarket('7101', ctx)
  expect(wire.calls.map(({ secretHeaders }) => secretHeaders)).toEqual([{ apikey: 'k-9' }, { apikey: 'k-9' }])
})
