import { describe, expect, test } from 'vitest'
import { hunch } from '../../../src/venues/hunch/index.js'
import { wallet } from '../../support/chain-ids.js'
import { fakeClock } from '../../support/clock.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { setUpVenue, tolerant } from '../../support/venue.js'
import { json, queryOf } from '../../support/wire.js'
import { metaOf } from './payloads.js'

const positionsOf = present(hunch.account?.positionsOf)
const balanceOf = present(hunch.account?.balanceOf)
const POSITIONS = 'GET agent/positions'
const READINESS = `GET agent/wallet/${wallet}/readiness`
const id = 'lark-50m-mcap-2026-12-15'

const bet = (overrides: Record<string, unknown> = {}) => ({
  marketId: id,
  slug: 'lark-50m',
  question: 'Will $LARK reach $50M?',
  side: 'yes',
  outcomeLabel: 'YES',
  shares: 41.6,
  stakedUsd: 5,
  avgEntryCents: 12,
  currentCents: 15,
  pnlUsd: 1.24,
  maxPayoutUsd: 41.6,
  status: 'open',
  appUrl: 'https://www.playhunch.xyz/markets/lark-50m',
  proofUrl: null,
  filledAt: '2026-06-01T12:00:00.000Z',
  ...overrides,
})

const answer = (positions: readonly unknown[], overrides: Record<string, unknown> = {}) => ({
  meta: metaOf,
  wallet,
  count: positions.length,
  summary: {},
  positions,
  ...overrides,
})

const own = {
  values: { walletAddress: ` ${wallet.toUpperCase().replace('0X', '0x')} ` },
  withheld: false,
} as const

describe('bets of a wallet', () => {
  test('are the open ones of both of the venue’s APIs, in dollars and cents', async () => {
    const { ctx: strict, wire } = setUpVenue(hunch, {
      [POSITIONS]: answer([
        bet(),
        bet({ marketId: 'wren-mcap-ladder-2026-11-16', side: 'flat-p9', avgEntryCents: null, pnlUsd: null }),
        bet({ status: 'resolved-won' }),
        bet({ status: 'resolved-lost' }),
      ]),
    })
    const ctx = tolerant(strict)
    expect(await positionsOf(wallet.toUpperCase().replace('0X', '0x'), ctx)).toEqual([
      {
        marketId: id,
        outcomeId: `${id}:yes`,
        outcomeLabel: 'YES',
        size: 41.6,
        entryPrice: 0.12,
        currentPrice: 0.15,
        currentValue: 6.24,
        unrealizedPnL: 1.24,
      },
      {
        marketId: 'wren-mcap-ladder-2026-11-16',
        outcomeId: 'wren-mcap-ladder-2026-11-16:flat-p9',
        outcomeLabel: 'YES',
        size: 41.6,
        currentPrice: 0.15,
      },
    ])
    expect(wire.calls.map(queryOf)).toEqual([{ wallet }])
    expect(ctx.omissions.cut).toEqual([])
  })

  test('on one side are one position', async () => {
    const { ctx } = setUpVenue(hunch, {
      [POSITIONS]: answer([
        bet(),
        bet({
          shares: 20.8,
          stakedUsd: 4,
          avgEntryCents: 19.23,
          pnlUsd: -0.5,
          filledAt: '2026-06-02T12:00:00.000Z',
        }),
        bet({ side: 'no', outcomeLabel: 'NO' }),
        bet({ side: 'no', outcomeLabel: 'NO', shares: 1, stakedUsd: null, pnlUsd: null }),
      ]),
    })
    const [yes, no, ...others] = await positionsOf(wallet, ctx)
    expect(yes).toEqual({
      marketId: id,
      outcomeId: `${id}:yes`,
      outcomeLabel: 'YES',
      size: 62.4,
      entryPrice: 0.144231,
      currentPrice: 0.15,
      currentValue: 9.74,
      unrealizedPnL: 0.74,
    })
    // What is not known of one is not known of both.
    expect(no).toEqual({
      marketId: id,
      outcomeId: `${id}:no`,
      outcomeLabel: 'NO',
      size: 42.6,
      currentPrice: 0.15,
    })
    expect(others).toEqual([])
  })

  test('that are all there are lack nothing', async () => {
    const { ctx: strict } = setUpVenue(hunch, { [POSITIONS]: answer([bet()]) })
    const ctx = tolerant(strict)
    expect(await positionsOf(wallet, ctx)).toHaveLength(1)
    expect(ctx.omissions.cut).toEqual([])
  })

  test('of which only the rows are told are read all the same', async () => {
    const { ctx } = setUpVenue(hunch, {
      [POSITIONS]: { positions: [bet({ side: 'YES', outcomeLabel: null, slug: undefined })] },
    })
    expect(await positionsOf(wallet, ctx)).toMatchObject([{ outcomeId: `${id}:yes`, size: 41.6 }])
  })

  test.each([
    ['status', 'zz_new'],
    ['shares', null],
    ['shares', -1],
    ['side', null],
    ['currentCents', 101],
  ])('with the %s %j are an error', async (member, value) => {
    const { ctx } = setUpVenue(hunch, { [POSITIONS]: answer([bet({ [member]: value })]) })
    await expectDrift(() => positionsOf(wallet, ctx), member)
  })

  test('that are none are an error: Hunch says the same when it cannot read them', async () => {
    const { ctx } = setUpVenue(hunch, { [POSITIONS]: answer([]) })
    expect(await failureOf(() => positionsOf(wallet, ctx))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: false,
      detail: { kind: 'empty_or_failed' },
    })
  })

  test('that are fewer than are counted are told to be, and none of them is an error', async () => {
    const few = setUpVenue(hunch, { [POSITIONS]: answer([bet()], { count: 3 }) })
    const ctx = tolerant(few.ctx)
    expect(await positionsOf(wallet, ctx)).toHaveLength(1)
    expect(ctx.omissions.cut).toContain('2 bets that Hunch counts, but does not return')
    const { ctx: none } = setUpVenue(hunch, { [POSITIONS]: answer([], { count: 3 }) })
    expect(await failureOf(() => positionsOf(wallet, none))).toMatchObject({
      detail: { kind: 'empty_or_failed' },
    })
  })

  test.each([
    ['another wallet', { wallet: `0x${'ef'.repeat(20)}` }, 'wallet'],
    ['another contract', { meta: { ...metaOf, version: 'hunch-agent-api-v2' } }, 'meta.version'],
  ])('of %s are an error', async (_name, change, path) => {
    const { ctx } = setUpVenue(hunch, { [POSITIONS]: answer([bet()], change) })
    await expectDrift(() => positionsOf(wallet, ctx), path)
  })

  test.each(['', 'me', `${wallet}0`])('%j is no wallet', async (address) => {
    const { ctx, wire } = setUpVenue(hunch, {})
    for (const ask of [positionsOf, balanceOf])
      expect(await failureOf(() => ask(address, ctx))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(wire.calls).toEqual([])
  })

  test('one’s own are those of the wallet that the credentials name', async () => {
    const { ctx: strict, wire } = setUpVenue(hunch, { [POSITIONS]: answer([bet()]) }, fakeClock(), own)
    const ctx = tolerant(strict)
    expect(await present(hunch.account?.positions)(ctx)).toHaveLength(1)
    expect(wire.calls.map(queryOf)).toEqual([{ wallet }])
    const { ctx: nobody } = setUpVenue(hunch, {})
    expect(await failureOf(() => present(hunch.account?.positions)(nobody))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      message: expect.stringContaining('HUNCH_WALLET_ADDRESS'),
    })
  })
})

describe('money of a wallet', () => {
  const told = (usdcBalanceUsd: unknown, more: object = {}) => ({
    meta: {},
    readiness: { wallet, usdcBalanceUsd, canBetMin: true, minBetUsd: 1, ...more },
  })

  test('is its USDC, of which none is locked', async () => {
    const { ctx } = setUpVenue(hunch, { [READINESS]: told(12.5) })
    const balance = [{ currency: 'USDC', total: 12.5, available: 12.5, locked: 0 }]
    expect(await balanceOf(wallet, ctx)).toEqual(balance)
    expect(
      await present(hunch.account?.balance)(
        setUpVenue(hunch, { [READINESS]: told(12.5) }, fakeClock(), own).ctx,
      ),
    ).toEqual(balance)
  })

  test.each([null, -1, 'much'])('%j is an error and no money', async (balance) => {
    const { ctx } = setUpVenue(hunch, { [READINESS]: told(balance) })
    await expectDrift(() => balanceOf(wallet, ctx), 'readiness.usdcBalanceUsd')
  })

  test('of another wallet is an error, and so is an API that is switched off', async () => {
    const { ctx } = setUpVenue(hunch, { [READINESS]: told(1, { wallet: `0x${'ef'.repeat(20)}` }) })
    await expectDrift(() => balanceOf(wallet, ctx), 'readiness.wallet')
    const { ctx: off } = setUpVenue(hunch, { [READINESS]: json(404, { error: 'not_found' }) })
    expect(await failureOf(() => balanceOf(wallet, off))).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
  })
})
