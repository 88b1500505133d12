import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSwitches } from '../../../../src/simulator/mock-kit/venue-switches.js'
import { loadSignatures } from '../../../../src/simulator/mock-kit/verify-order.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { busy } from '../../paper-trading/support.js'
import { dig, firstOf, firstWhere, rowsAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { NOON } from '../../support/stage.js'
import { openAt, world } from '../../support/world.js'
import { createTrader } from './trader.js'

const isModular = (market: { readonly eventKey: string }) =>
  world.eventOf(market as typeof busy).number % 4 === 3
const collateral = firstWhere(openAt(NOON), (market) => {
  const { series } = world.eventOf(market)
  const { asks } = world.book(market.key, NOON)
  return isModular(market) && series.onlyOn === undefined && asks.length > 2 && (asks[0]?.price ?? 1) < 0.6
})
const traders = { older: createTrader(world, busy), modular: createTrader(world, collateral) }

beforeAll(loadSignatures)
beforeEach(() => {
  for (const trader of Object.values(traders)) {
    trader.paper = createPaperTrading(world)
    trader.switches = createSwitches()
  }
})

/** A purchase of ten contracts at whatever is asked. */
const take = (trader: typeof traders.older, over = {}, around = {}) =>
  trader.buy(990, 10, over, { orderType: 'FAK', ...around })

describe('on a market of the older kind', () => {
  test('prices of three decimals rest', () => {
    expect(traders.older.buy(101, 20).status).toBe(201)
    expect(traders.older.buy(101, 20, { price: 0.1015 }).body).toMatchObject({
      message: expect.stringContaining('tick size'),
    })
  })

  test('the order carries the rate of the rank, and the buyer pays in contracts', () => {
    expect(dig(traders.older.call('GET', `/markets/${traders.older.slug}`).body, 'venue')).not.toHaveProperty(
      'feeModule',
    )
    const { body } = take(traders.older)
    const execution = dig(body, 'execution')
    const [gross, fee, net] = ['contractsGross', 'contractsFee', 'contractsNet'].map((name) =>
      Number(dig(execution, `totalsRaw.${name}`)),
    )
    expect(gross).toBe(10_000_000)
    expect(fee).toBeGreaterThan(0)
    expect(net).toBe((gross ?? 0) - (fee ?? 0))
    expect(execution).toMatchObject({
      feeRateBps: 300,
      matched: true,
      settlementStatus: 'MINED',
      totalsRaw: { usdFee: '0' },
    })
    const held = dig(traders.older.call('GET', '/portfolio/positions').body, 'clob.0.tokensBalance.yes')
    expect(held).toBe(String(net))
  })

  test('the history tells what was bought before the fee, under the names of order and trade', () => {
    const { body } = take(traders.older)
    const [row, ...more] = rowsAt(traders.older.call('GET', '/portfolio/history?cursor=').body, 'data')
    expect(more).toEqual([])
    expect(row).toMatchObject({
      orderId: dig(body, 'order.id'),
      tradeEventId: dig(body, 'execution.tradeEventId'),
      transactionHash: dig(body, 'execution.txHash'),
      outcomeTokenAmount: '10',
      outcomeTokenAmounts: ['10', '0'],
      outcomeTokenPrice: expect.any(Number),
      strategy: 'Market Buy',
    })
    const other = traders.older.call('GET', '/portfolio/history?market=another').body
    expect(other).toEqual({ data: [], totalCount: 0 })
  })

  test.runIf(haveSamples)('rows have the members of the recorded ones', () => {
    take(traders.older)
    const shape = learnShape([sample('limitless', 'syn-limitless_history_account-2.json')])
    expect(differences(traders.older.call('GET', '/portfolio/history?cursor=').body, shape)).toEqual([])
    const found = { items: [{ orderId: dig(take(traders.older, { salt: 5 }).body, 'order.id') }] }
    const looked = traders.older.call('POST', '/orders/status/batch', found).body
    const recorded = learnShape([sample('limitless', 'orders-status-batch.json')])
    expect(differences(looked, recorded, { open: ['results[].data.order.owner.smartWallet'] })).toEqual([])
  })
})

describe('on a market with a fee module', () => {
  test('the row names it, and the order must name no rate', () => {
    const { call, slug } = traders.modular
    expect(dig(call('GET', `/markets/${slug}`).body, 'venue')).toMatchObject({
      feeModule: expect.stringMatching(/^0x[0-9a-f]{40}$/i),
      feeModuleType: 'COLLATERAL',
    })
    expect(take(traders.modular)).toMatchObject({ status: 400, body: { message: 'FEE_RATE_MISMATCH' } })
  })

  test('the fee is USDC on top of the price', () => {
    const { body } = take(traders.modular, { feeRateBps: 0 })
    const raw = (name: string) => Number(dig(body, `execution.totalsRaw.${name}`))
    expect([raw('contractsFee'), raw('contractsNet')]).toEqual([0, 10_000_000])
    expect(raw('usdFee')).toBeGreaterThan(0)
    expect(raw('usdNet')).toBe(raw('usdGross') + raw('usdFee'))
    expect(dig(body, 'execution.feeRateBps')).toBe(0)
  })

  test('the module must be let take it, unless the order can only be met', () => {
    traders.modular.switches.limitless.feeAllowance = 'missing'
    const { call, slug } = traders.modular
    expect(take(traders.modular, { feeRateBps: 0 })).toMatchObject({
      status: 400,
      body: { message: 'Insufficient collateral allowance for the order fee.' },
    })
    expect(traders.modular.buy(1, 10, { feeRateBps: 0 }, { postOnly: true }).status).toBe(201)
    const spender = String(dig(call('GET', `/markets/${slug}`).body, 'venue.feeModule'))
    const asked = call('GET', `/portfolio/trading/allowance?type=clob&spender=${spender}`).body
    expect(asked).toMatchObject({ allowance: '0', hasMinimumAllowance: false, spender })
  })
})

describe('an execution that is not settled', () => {
  beforeEach(() => {
    traders.older.switches.limitless.settlement = 'failed'
  })

  test('is told as matched and failed, and nobody has anything of it', () => {
    const { call } = traders.older
    const { status, body } = take(traders.older, {}, { clientOrderId: 'mine' })
    expect(status).toBe(201)
    expect(dig(body, 'execution')).toMatchObject({ matched: true, settlementStatus: 'FAILED' })
    const looked = call('POST', '/orders/status/batch', { items: [{ clientOrderId: 'mine' }] }).body
    expect(dig(looked, 'results.0.data.execution.settlementStatus')).toBe('FAILED')
    expect(rowsAt(call('GET', '/portfolio/history?cursor=').body, 'data')).toEqual([])
    expect(rowsAt(call('GET', '/portfolio/positions').body, 'clob')).toEqual([])
  })

  test('does not keep an order from resting', () => {
    expect(dig(traders.older.buy(101, 20).body, 'execution.settlementStatus')).toBe('UNMATCHED')
  })
})

describe('orders', () => {
  test('are taken back by the name that their owner gave them', () => {
    const { call } = traders.older
    const id = dig(traders.older.buy(101, 20, {}, { clientOrderId: 'mine' }).body, 'order.id')
    expect(call('POST', '/orders/cancel', { clientOrderId: 'mine' }).status).toBe(200)
    expect(call('POST', '/orders/cancel', { orderId: id }).status).toBe(400)
    expect(call('POST', '/orders/cancel', {}).status).toBe(400)
    expect(call('POST', '/orders/cancel', { clientOrderId: 'yours' }).status).toBe(400)
  })

  test('of a market hold money', () => {
    const { call, slug } = traders.older
    traders.older.buy(101, 20)
    expect(call('GET', `/markets/${slug}/locked-balance`).body).toEqual({
      lockedBalance: '2020000',
      lockedBalanceFormatted: '2.020000',
      currency: 'USDC',
      orderCount: 1,
    })
  })

  test('that nobody met are unmatched', () => {
    const { call, slug } = traders.older
    traders.older.buy(1, 20, {}, { orderType: 'FAK' })
    const rows = (word: string) => rowsAt(call('GET', `/markets/${slug}/user-orders?statuses=${word}`).body)
    expect(firstOf(rows('UNMATCHED'))).toMatchObject({ type: 'FAK', status: 'UNMATCHED' })
    expect(rows('MATCHED')).toEqual([])
  })
})
