import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { suibets } from '../../../src/venues/suibets/index.js'
import { fakeClock } from '../../support/clock.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { now, setUpVenue, tolerant } from '../../support/venue.js'
import { type Answers, queryOf } from '../../support/wire.js'
import { chainState, keptOffer, nativeOffer } from './payloads.js'

const positionsOf = present(suibets.account?.positionsOf)
const wallet = `0x${'ab'.repeat(32)}`
const other = `0x${'cd'.repeat(32)}`
const MY = 'GET api/p2p/my'
const own = { values: { walletAddress: wallet }, withheld: false } as const

const mine = (myOffers: readonly unknown[], myMatches: readonly unknown[] = []) => ({
  myOffers,
  myMatches,
  myParlayOffers: [],
})
/** As the server keeps it: without the chain's state. */
const stored = (overrides: Record<string, unknown> = {}) =>
  nativeOffer({ onchainState: undefined, ...overrides })
const match = (overrides: Record<string, unknown> = {}) => ({
  id: 9,
  offerId: 422,
  takerWallet: wallet,
  stake: 4,
  potentialPayout: 6,
  status: 'active',
  takerStake: null,
  creatorStake: null,
  offer: keptOffer({ creatorWallet: other }),
  ...overrides,
})
const setUp = (answers: Answers) => {
  const { ctx: strict, wire } = setUpVenue(suibets, answers, fakeClock(now), own)
  return { ctx: tolerant(strict), wire }
}

describe('positions of a wallet', () => {
  test('a bet that is being paid out is held, one that was given back is not', async () => {
    const words = ['settling', 'cancelled', 'void', 'refunded', 'lost', 'creator_won', 'taker_won']
    const matches = words.map((status, index) => match({ id: index + 1, status }))
    const { ctx } = setUp({ [MY]: mine([keptOffer({ status: 'void' })], matches) })
    const positions = await positionsOf(wallet, ctx)
    expect(positions.map(({ outcomeId, size }) => [outcomeId, size])).toEqual([['422:taker', 6]])
    expect(ctx.omissions.rows).toBe(0)
  })

  test('are its undecided bets, as maker and as taker, by outcome', async () => {
    const { ctx, wire } = setUp({
      [MY]: mine(
        [
          keptOffer(),
          keptOffer({ id: 423, status: 'settled' }),
          keptOffer({ id: 424, status: 'open', filledStake: 0 }),
          stored({ status: 'partial' }),
        ],
        [match(), match({ id: 10, stake: 2 }), match({ id: 11, status: 'won' })],
      ),
      'GET api/p2p/offers/421': nativeOffer({
        status: 'partial',
        onchainState: chainState({ makerRemaining: 2_500_000_000, filledTaker: 3_500_000_000 }),
      }),
    })
    expect(await positionsOf(wallet.toUpperCase().replace('0X', '0x'), ctx)).toEqual([
      {
        marketId: 'suibets:422',
        outcomeId: '422:creator',
        outcomeLabel: 'Kestrels',
        size: 6,
        entryPrice: 0.3333333333,
      },
      {
        marketId: 'suibets:421',
        outcomeId: '421:creator',
        outcomeLabel: 'Kestrels',
        size: 6,
        entryPrice: 0.4166666667,
      },
      {
        marketId: 'suibets:422',
        outcomeId: '422:taker',
        outcomeLabel: 'Not Kestrels',
        size: 9,
        entryPrice: 0.6666666667,
      },
    ])
    expect(wire.calls.map(queryOf)[0]).toEqual({ wallet })
    expect(ctx.omissions.cut).toEqual([])
  })

  test('of an unknown size are left out, and said to be', async () => {
    const noticed = match({ takerStake: 4, creatorStake: 5 })
    const { ctx } = setUp({
      [MY]: mine([stored({ status: 'filled' })], [noticed]),
      'GET api/p2p/offers/421': stored({ status: 'filled' }),
    })
    expect(await positionsOf(wallet, ctx)).toEqual([])
    expect(ctx.omissions.cut).toEqual([
      expect.stringContaining('offer 421'),
      expect.stringContaining('offer 422'),
    ])
  })

  test('of which nobody tells how much was taken are left out, and said to be', async () => {
    const { ctx } = setUp({
      [MY]: mine([
        keptOffer({ filledStake: null }),
        keptOffer({ id: 423, status: 'settling', filledStake: undefined }),
      ]),
    })
    expect(await positionsOf(wallet, ctx)).toEqual([])
    expect(ctx.omissions.cut).toEqual([
      expect.stringContaining('offer 422'),
      expect.stringContaining('offer 423'),
    ])
  })

  test('are those that are active in any case of letters; a word that is not known is not passed over', async () => {
    const { ctx } = setUp({ [MY]: mine([], [match({ status: 'ACTIVE' })]) })
    expect(await positionsOf(wallet, ctx)).toHaveLength(1)
    const unknown = setUp({ [MY]: mine([], [match(), match({ id: 10, status: 'frozen' })]) }).ctx
    expect(await positionsOf(wallet, unknown)).toHaveLength(1)
    expect(unknown.omissions.rows).toBe(1)
  })

  test('may be more than the newest 50 of a kind, which is told', async () => {
    const many = Array.from({ length: 50 }, (_, index) => keptOffer({ id: index + 1, status: 'settled' }))
    const { ctx } = setUp({ [MY]: mine(many) })
    expect(await positionsOf(wallet, ctx)).toEqual([])
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('older offers')])
  })

  test.each([
    ['offers', mine([keptOffer({ creatorWallet: other })]), 'creatorWallet'],
    ['bets', mine([], [match({ takerWallet: other })]), 'takerWallet'],
    ['another shape', { createdOffers: [], matchedBets: [] }, 'myOffers'],
  ])('%s of another wallet are an error', async (_what, answer, path) => {
    const { ctx } = setUp({ [MY]: answer })
    await expectDrift(() => positionsOf(wallet, ctx), path)
  })

  test.each(['', 'me', `0x${'ab'.repeat(20)}`])('%j is no wallet', async (address) => {
    const { ctx, wire } = setUp({})
    expect(await failureOf(() => positionsOf(address, ctx))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(wire.calls).toEqual([])
  })

  test('without an address are those of the wallet that the credentials name', async () => {
    const { ctx } = setUp({ [MY]: mine([keptOffer()]) })
    expect(await present(suibets.account?.positions)(ctx)).toHaveLength(1)
    const { ctx: nobody } = setUpVenue(suibets, {})
    expect(await failureOf(() => present(suibets.account?.positions)(nobody))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
    })
  })
})

describe('open orders', () => {
  const openOrders = present(suibets.account?.openOrders)

  test('are offers that can be taken, with what is left of them', async () => {
    const answers = {
      [MY]: mine([
        keptOffer(),
        stored(),
        keptOffer({ id: 425, status: 'filled' }),
        keptOffer({ id: 426, expiresAt: '2026-11-20T11:00:00.000Z' }),
      ]),
      'GET api/p2p/offers/421': stored({ createdAt: null }),
    }
    const { ctx } = setUp(answers)
    const shared = { side: 'buy', type: 'limit', status: 'open' }
    expect(await collect(openOrders({}, ctx))).toEqual([
      {
        ...shared,
        id: '422',
        marketId: 'suibets:422',
        outcomeId: '422:creator',
        price: 0.3333333333,
        amount: 15,
        filled: 6,
        remaining: 9,
        timestamp: Date.UTC(2026, 10, 20, 10),
      },
      {
        ...shared,
        id: '421',
        marketId: 'suibets:421',
        outcomeId: '421:creator',
        price: 0.4166666667,
        amount: 12,
        filled: 0,
        remaining: 0,
        timestamp: 0,
        metadata: { unknown: ['filled', 'remaining', 'timestamp'] },
      },
    ])
    const one = setUp(answers)
    expect(await collect(openOrders({ marketId: 'suibets:422' }, one.ctx))).toHaveLength(1)
    expect(one.wire.calls).toHaveLength(1)
    expect(await collect(openOrders({ marketId: 'elsewhere' }, setUp({}).ctx))).toEqual([])
  })

  test('of which something was taken, and nobody tells how much, name what is unknown', async () => {
    const { ctx } = setUp({ [MY]: mine([keptOffer({ filledStake: null })]) })
    expect(await collect(openOrders({}, ctx))).toMatchObject([
      { id: '422', metadata: { unknown: ['filled', 'remaining'] } },
    ])
  })

  test('that the chain says to be over are none', async () => {
    const { ctx } = setUp({
      [MY]: mine([stored()]),
      'GET api/p2p/offers/421': nativeOffer({ onchainState: chainState({ isOpen: false }) }),
    })
    expect(await collect(openOrders({}, ctx))).toEqual([])
  })
})
