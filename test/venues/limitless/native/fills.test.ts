import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../../src/transport/call-types.js'
import { readPayload } from '../../../../src/venue-kit/payload/payload.js'
import { paginateFills, toFillPage, toTrade } from '../../../../src/venues/limitless/native/fills.js'
import { fillsReply } from '../../../../src/venues/limitless/schemas.js'
import { expectDrift, failureOf, present } from '../../../support/expect.js'
import { mutate, mutationsOf } from '../../../support/mutations.js'
import { queryOf } from '../../../support/wire.js'
import { fillPage, nativeFill, nativeMarket, token } from '../payloads.js'
import { setUp } from '../set-up.js'

const { slug } = nativeMarket()
const facts = { slug, tokens: { yes: token(1), no: token(1, 'no') }, decimals: 6 }
const read = (payload: unknown, page = 1) =>
  toFillPage(readPayload(fillsReply, payload, 'GET /markets/{slug}/events'), facts, page)
const path = `GET api/markets/${slug}/events`
const venueOf = (total: number) => (call: VenueCall) => {
  const { page, limit } = queryOf(call)
  return fillPage(Number(page), Number(limit), total)
}
const timeOf = (n: number): number => Date.UTC(2026, 10, 1) + n * 60_000 + 617

describe('a fill is told in terms of YES', () => {
  test.each([
    ['YES bought', { tokenId: token(1), side: 0, price: 0.332 }, { side: 'buy', price: 0.332 }],
    ['YES sold', { tokenId: token(1), side: 1, price: 0.332 }, { side: 'sell', price: 0.332 }],
    ['NO bought', { tokenId: token(1, 'no'), side: 0, price: 0.8 }, { side: 'sell', price: 0.2 }],
    ['NO sold', { tokenId: token(1, 'no'), side: 1, price: 0.8 }, { side: 'buy', price: 0.2 }],
  ])('%s', (_what, overrides, expected) => {
    const [fill] = read({ ...fillPage(1, 100, 1), events: [nativeFill(1, overrides)] }).fills
    expect(fill).toEqual({
      number: 1,
      at: timeOf(1),
      size: 1.5,
      transactionHash: `0x${'1'.padStart(64, '0')}`,
      ...expected,
    })
  })

  test('and back in terms of the outcome asked for', () => {
    const fill = present(read(fillPage(1, 100, 3)).fills[0])
    const yes = toTrade(fill, 'yes', token(1))
    const no = toTrade(fill, 'no', token(1, 'no'))
    expect(yes).toMatchObject({ price: 0.332, side: 'sell', amount: 3.5, outcomeId: token(1) })
    expect(no).toMatchObject({ price: 0.668, side: 'buy', amount: 3.5, outcomeId: token(1, 'no') })
    expect(yes.id).toBe(no.id)
  })
})

describe('a page', () => {
  test('numbers its fills from the oldest of the market', () => {
    expect(read(fillPage(1, 3, 8)).fills.map(({ number }) => number)).toEqual([8, 7, 6])
    expect(read(fillPage(3, 3, 8), 3).fills.map(({ number }) => number)).toEqual([2, 1])
  })

  test('a fill keeps its number when newer ones push it onto another page', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.nat(30),
        fc.integer({ min: 1, max: 9 }),
        (old, more, limit) => {
          const numbers = (total: number): Map<string, number> => {
            const all = Array.from(
              { length: Math.ceil(total / limit) },
              (_unused, index) => read(fillPage(index + 1, limit, total), index + 1).fills,
            ).flat()
            return new Map(all.map(({ at, number }) => [String(at), number]))
          }
          const before = numbers(old)
          const after = numbers(old + more)
          for (const [at, number] of before) expect(after.get(at)).toBe(number)
        },
      ),
    )
  })

  test('of a market without fills is empty', () => {
    expect(read(fillPage(1, 100, 0))).toMatchObject({ fills: [], total: 0 })
  })

  test.each([
    ['page', { page: 2 }],
    ['events', { events: [] }],
    ['events', { limit: 1 }],
    ['events[1].createdAt', { events: [nativeFill(1), nativeFill(2)] }],
    ['events[0].tokenId', { events: [nativeFill(1, { tokenId: token(2) })] }],
  ])('whose %s contradicts the rest is an error', async (at, overrides) => {
    await expectDrift(() => read({ ...fillPage(1, 100, 5), ...overrides }), at)
  })

  const fields = ['createdAt', 'tokenId', 'price', 'matchedSize', 'side', 'txHash']
  test.each([
    ...mutationsOf(
      ['events', 'page', 'limit', 'totalPages', 'totalRows'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
    ...mutationsOf(
      fields.map((name) => `events.0.${name}`),
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
  ])('with its $path $how is an error', async (mutation) => {
    await expectDrift(() => read(mutate(fillPage(1, 100, 3), mutation)), mutation.path.replace('.0.', '[0].'))
  })
})

describe('walking the pages', () => {
  test.each([
    [1, 1],
    [99, 1],
    [100, 1],
    [1_000, 20],
    [1_950, 2_000],
  ])('the page of fill %d of %d is found in few calls', async (n, total) => {
    const { ctx, wire } = setUp({ [path]: venueOf(Math.max(n, total)) })
    const page = await paginateFills(facts).begin(timeOf(n), ctx)
    expect(page.fills.some(({ number }) => number === n)).toBe(true)
    expect(wire.calls.length).toBeLessThanOrEqual(7)
  })

  test('an instant before the first fill gives the last page, one after the last gives the first', async () => {
    const { ctx } = setUp({ [path]: venueOf(350) })
    expect((await paginateFills(facts).begin(0, ctx)).page).toBe(4)
    expect((await paginateFills(facts).begin(Number.POSITIVE_INFINITY, ctx)).page).toBe(1)
  })

  test('ends after the last page', async () => {
    const { ctx } = setUp({ [path]: venueOf(150) })
    const walk = paginateFills(facts)
    await walk.begin(Number.POSITIVE_INFINITY, ctx)
    expect(present(await walk.next(ctx)).fills).toHaveLength(50)
    expect(await walk.next(ctx)).toBeUndefined()
  })

  test('a page beyond the end of a list that became shorter is an error', async () => {
    const gone = { events: [], limit: 100, page: 2, totalPages: 1, totalRows: 80 }
    const { ctx } = setUp({
      [path]: (call: VenueCall) => (queryOf(call)['page'] === '1' ? fillPage(1, 100, 150) : gone),
    })
    const error = await failureOf(() => paginateFills(facts).begin(0, ctx))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', retryable: true })
  })

  test('a list that became shorter is an error: rows would be missing unseen', async () => {
    let total = 151
    const { ctx } = setUp({ [path]: (call: VenueCall) => venueOf(--total)(call) })
    const walk = paginateFills(facts)
    await walk.begin(Number.POSITIVE_INFINITY, ctx)
    const error = await failureOf(() => walk.next(ctx))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', retryable: true })
  })

  test('fills pushed onto the next page are told once, under one number, while the count of them lags', async () => {
    let made = 250
    const { ctx } = setUp({
      [path]: (call: VenueCall) => {
        const answer = {
          ...fillPage(Number(queryOf(call)['page']), 100, made),
          totalRows: 250,
          totalPages: 3,
        }
        made += 3
        return answer
      },
    })
    const walk = paginateFills(facts)
    const pages = [
      await walk.begin(Number.POSITIVE_INFINITY, ctx),
      await walk.next(ctx),
      await walk.next(ctx),
    ]
    const fills = pages.flatMap((page) => page?.fills ?? [])
    expect(fills.map(({ at }) => at)).toEqual(fills.map((_fill, index) => timeOf(250 - index)))
    expect(fills.map(({ number }) => number)).toEqual(fills.map((_fill, index) => 250 - index))
    expect(await walk.next(ctx)).toBeUndefined()
  })

  test('fills of one transaction that look alike are as many as they are, across the end of a page', async () => {
    const rows = Array.from({ length: 221 }, () => nativeFill(1))
    const { ctx, wire } = setUp({
      [path]: (call: VenueCall) => {
        const page = Number(queryOf(call)['page'])
        return { ...fillPage(page, 100, 221), events: rows.slice(100 * page - 100, 100 * page) }
      },
    })
    const walk = paginateFills(facts)
    const pages = [
      await walk.begin(Number.POSITIVE_INFINITY, ctx),
      await walk.next(ctx),
      await walk.next(ctx),
    ]
    expect(pages.flatMap((page) => page?.fills ?? []).map(({ number }) => number)).toEqual(
      Array.from({ length: 221 }, (_unused, index) => 221 - index),
    )
    expect(wire.calls).toHaveLength(5)
  })
})
