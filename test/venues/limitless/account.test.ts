import { describe, expect, test } from 'vitest'
import { limitless } from '../../../src/venues/limitless/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { sentTo } from '../../support/wire.js'
import { nativePool, nativePosition, portfolio, token, wallet } from './payloads.js'
import { setUp } from './set-up.js'

const positionsOf = present(limitless.account?.positionsOf)
const path = `GET api/portfolio/${wallet}/positions`
const read = async (answer: unknown, more: Record<string, unknown> = {}) => {
  const { ctx, wire } = setUp({ [path]: answer, ...more })
  return { positions: await positionsOf(wallet.toLowerCase(), ctx), wire }
}

describe('positions of a wallet', () => {
  test('the whole position, asked for by the checksummed address', async () => {
    const { positions, wire } = await read(portfolio([nativePosition()]))
    expect(positions).toEqual([
      {
        marketId: 'will-the-velmar-bridge-open-1790000000001',
        outcomeId: token(1),
        outcomeLabel: 'Will the Velmar bridge open in 2026?',
        size: 10,
        entryPrice: 0.2,
        currentPrice: 0.161,
        currentValue: 1.61,
        unrealizedPnL: -0.39,
        realizedPnL: 0.5,
      },
    ])
    expect(sentTo(wire)).toEqual([path])
  })

  test('both sides of a market are two positions', async () => {
    const { positions } = await read(
      portfolio([nativePosition({ tokensBalance: { yes: '10000000', no: '2500000' } })]),
    )
    expect(positions[1]).toEqual({
      marketId: 'will-the-velmar-bridge-open-1790000000001',
      outcomeId: token(1, 'no'),
      outcomeLabel: 'Not Will the Velmar bridge open in 2026?',
      size: 2.5,
      currentPrice: 0.839,
      currentValue: 2.0975,
      unrealizedPnL: 0,
      realizedPnL: 0,
    })
  })

  test('a decided market is worth what it pays, not its last trade', async () => {
    const entry = nativePosition()
    const market = { ...entry.market, status: 'RESOLVED', winningOutcomeIndex: 1 }
    const { positions } = await read(portfolio([{ ...entry, market }]))
    expect(positions[0]).toMatchObject({ currentPrice: 0, currentValue: 0, unrealizedPnL: -2 })
  })

  test('a price that nobody knows is absent, and so is the value', async () => {
    const { positions } = await read(portfolio([nativePosition({ latestTrade: null })]))
    expect(positions[0]).not.toHaveProperty('currentPrice')
    expect(positions[0]).not.toHaveProperty('currentValue')
  })

  test('a pooled position names its outcome by the market', async () => {
    const pool = nativePool({ positionIds: [token(5), token(5, 'no')] })
    const entry = {
      market: { slug: pool.slug, title: pool.title },
      outcomeIndex: 1,
      outcomeTokenAmount: '254.5',
      latestTrade: { outcomeTokenPrice: '0.5' },
    }
    const sold = { ...entry, outcomeTokenAmount: '0' }
    const { positions } = await read(portfolio([], { amm: [entry, sold] }), {
      [`GET api/markets/${pool.slug}`]: pool,
    })
    expect(positions).toEqual([
      {
        marketId: pool.slug,
        outcomeId: token(5, 'no'),
        outcomeLabel: `Not ${pool.title}`,
        size: 254.5,
        currentPrice: 0.5,
        currentValue: 127.25,
      },
    ])
  })

  test('nothing held is an empty list; positions of an unseen kind are told to be missing', async () => {
    expect((await read(portfolio([]))).positions).toEqual([])
    expect(
      (await read(portfolio([nativePosition({ tokensBalance: { yes: '0', no: '0' } })]))).positions,
    ).toEqual([])
    const { ctx } = setUp({ [path]: portfolio([nativePosition()], { group: [{}] }) })
    expect(await positionsOf(wallet, ctx)).not.toEqual([])
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('positions in groups (1)')])
  })

  test.each(['', 'me', '0x12', `${wallet}00`])("'%s' is no address", async (address) => {
    const { ctx } = setUp({})
    expect(await failureOf(() => positionsOf(address, ctx))).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'address',
    })
  })

  test.each([
    ...mutationsOf(['clob'], ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf(
      [
        'market',
        'tokensBalance',
        'positions',
        'market.slug',
        'market.yesPositionId',
        'market.collateralToken',
      ].map((name) => `clob.0.${name}`),
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
    ...mutationsOf(
      ['tokensBalance.yes', 'positions.yes.fillPrice', 'positions.yes.cost'].map((name) => `clob.0.${name}`),
      ['dropped', 'retyped', 'nulled'],
    ),
    ...mutationsOf(
      ['latestTrade.latestYesPrice', 'positions.no.realisedPnl'].map((name) => `clob.0.${name}`),
      ['retyped'],
    ),
  ])('with its $path $how is an error', async (mutation) => {
    await expectDrift(
      () => read(mutate(portfolio([nativePosition()]), mutation)),
      mutation.path.replace('.0.', '[0].'),
    )
  })
})
