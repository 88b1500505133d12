import { describe, expect, test } from 'vitest'
import { dig, firstWhere, numberAt, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { openHunch } from './stage.js'

const { stage, get, probe, post, open } = await openHunch()
const market = firstWhere(open, (row) => row['outcomes'] === null && Number(row['totalBets']) > 0)
const ladder = firstWhere(open, (row) => row['outcomes'] !== null)
const id = textAt(market, 'id')
const wallet = `0x${'ab'.repeat(20)}`
const bet = { marketId: id, side: 'yes', sizeUsd: 5, idemKey: 'test-0001', walletAddress: wallet }
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, dig(body, 'error')]
const quoted = (sizeUsd: number, side = 'yes'): unknown =>
  dig(get(`/quote?marketId=${id}&side=${side}&sizeUsd=${sizeUsd}`), 'quote')

describe('a quote', () => {
  test('buys shares with what the fee leaves', () => {
    const found = quoted(5)
    const cents = numberAt(market, 'odds.yesPriceCents')
    expect(found).toMatchObject({
      tier: 'simple',
      priceCents: cents,
      feeBps: 200,
      feeUsd: 0.1,
      netStakeUsd: 4.9,
    })
    expect(numberAt(found, 'estimatedShares')).toBeCloseTo(490 / cents, 5)
    expect(textAt(found, 'expiresAt')).toBe(new Date(NOON + 60_000).toISOString())
  })

  test('of a large bet is locked, and moves the odds', () => {
    const found = quoted(20_000)
    expect(dig(found, 'tier')).toBe('locked')
    expect(numberAt(found, 'impactPct')).toBeGreaterThan(0)
    expect(numberAt(found, 'postTradeOdds.yesPriceCents')).toBeGreaterThan(numberAt(found, 'priceCents'))
  })

  test('of a ladder is for one of its keys', () => {
    const [rung] = rowsAt(ladder, 'outcomes')
    const path = `/quote?marketId=${textAt(ladder, 'id')}&side=`
    expect(dig(get(`${path}${textAt(rung, 'key')}`), 'quote.side')).toBe(rung?.['key'])
    expect(codeOf(probe(`${path}yes`))).toEqual([422, 'invalid_side'])
  })

  test.each([
    ['', 400, 'invalid_request'],
    ['marketId=x', 404, 'market_not_found'],
    [`marketId=${id}&sizeUsd=0.5`, 422, 'size_below_min'],
    [`marketId=${id}&sizeUsd=2000000000`, 400, 'invalid_request'],
    [`marketId=${id}&side=maybe`, 422, 'invalid_side'],
  ])('refuses %s', (query, status, code) => {
    expect(codeOf(probe(`/quote?${query}`))).toEqual([status, code])
  })
})

describe('a bet', () => {
  const trade = (change: object, headers?: Readonly<Record<string, string>>) =>
    post('/trade', { ...bet, ...change }, headers)

  test('of a dry run has a receipt without a transaction', () => {
    const { status, body } = trade({ simulate: true })
    expect(status).toBe(200)
    expect(dig(body, 'receipt')).toMatchObject({ simulated: true, txHash: null, tradeId: bet.idemKey })
    expect(numberAt(body, 'receipt.shares')).toBe(numberAt(quoted(5), 'estimatedShares'))
  })

  test('without a payment is challenged for exactly its size', () => {
    const { status, body } = trade({})
    expect(status).toBe(402)
    const [accepted] = rowsAt(body, 'accepts')
    expect(accepted).toMatchObject({
      scheme: 'exact',
      network: 'base',
      maxAmountRequired: '5000000',
      asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      extra: { name: 'USD Coin', version: '2' },
    })
  })

  test('with a payment is not settled here, and a wrong one is refused first', () => {
    const [accepted] = rowsAt(trade({}).body, 'accepts')
    const paid = (value: string) => {
      const authorization = { from: wallet, to: textAt(accepted, 'payTo'), value }
      const sent = {
        x402Version: 1,
        scheme: 'exact',
        network: 'base',
        payload: { signature: '0x', authorization },
      }
      return trade({}, { 'x-payment': Buffer.from(JSON.stringify(sent)).toString('base64') })
    }
    expect(paid('5000000').status).toBe(501)
    expect(codeOf(paid('4000000'))).toEqual([422, 'payment_invalid'])
    expect(trade({}, { 'x-payment': 'bm90IGpzb24=' }).status).toBe(402)
  })

  test('of more than 10 dollars needs a quote for this bet that has not expired, and a bound', () => {
    const quoteId = textAt(quoted(25), 'quoteId')
    const bound = { minSharesOut: numberAt(quoted(25), 'suggestedMinSharesOut') }
    const simulate = true
    expect(codeOf(trade({ sizeUsd: 25 }))).toEqual([422, 'quote_required'])
    expect(codeOf(trade({ sizeUsd: 25, quoteId }))).toEqual([422, 'quote_required'])
    expect(trade({ sizeUsd: 25, quoteId, ...bound, simulate }).status).toBe(200)
    expect(codeOf(trade({ sizeUsd: 26, quoteId, ...bound }))).toEqual([422, 'quote_mismatch'])
    expect(codeOf(trade({ sizeUsd: 25, quoteId: 'q_x.y', ...bound }))).toEqual([422, 'quote_mismatch'])
    expect(codeOf(trade({ sizeUsd: 25, quoteId, maxPriceCents: 0 }))).toEqual([422, 'slippage_exceeded'])
    stage.now = NOON + 60_000
    expect(codeOf(trade({ sizeUsd: 25, quoteId, ...bound }))).toEqual([422, 'quote_expired'])
    stage.now = NOON
  })

  test.each([
    ['an unknown member', { more: 1 }, 400, 'invalid_request'],
    ['a short key', { idemKey: 'short' }, 400, 'invalid_request'],
    ['a size that is text', { sizeUsd: '5' }, 400, 'invalid_request'],
    ['no wallet', { walletAddress: 'me' }, 422, 'invalid_wallet'],
    ['an unknown market', { marketId: 'x' }, 404, 'market_not_found'],
    ['too little', { sizeUsd: 0.5 }, 422, 'size_below_min'],
  ])('with %s is refused', (_what, change, status, code) => {
    expect(codeOf(trade(change))).toEqual([status, code])
  })

  test('on what is over is refused', () => {
    const all = rowsAt(get('/markets?status=all'), 'markets')
    const over = firstWhere(all, (row) => row['status'] === 'resolved')
    expect(codeOf(trade({ marketId: over['id'] }))).toEqual([409, 'market_closed'])
  })
})
