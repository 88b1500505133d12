import { describe, expect, test } from 'vitest'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { dig, type Row, rowsAt, textAt } from '../../support/json.js'
import { openHunch } from './stage.js'

const { get, probe, open } = await openHunch()
const stranger = `0x${'ab'.repeat(20)}`
const codeOf = (path: string) => {
  const { status, body } = probe(path)
  return [status, dig(body, 'error')]
}

describe('a wallet', () => {
  const betsOf = (wallet: string): Row[] => rowsAt(get(`/positions?wallet=${wallet}`), 'positions')

  test('has bets on the markets that there are, the newest first, and a stranger an empty list', () => {
    const all = demoWallets.map(({ address }) => betsOf(address))
    expect(all.flat().length).toBeGreaterThan(0)
    for (const rows of all) {
      const times = rows.map((row) => textAt(row, 'filledAt'))
      expect(times).toEqual(times.toSorted().reverse())
    }
    for (const row of all.flat()) {
      const market = get(`/markets/${textAt(row, 'marketId')}`)
      expect(dig(market, 'market.id')).toBe(row['marketId'])
      expect(Number(row['shares'])).toBeGreaterThan(0)
      if (row['status'] === 'open') expect(dig(market, 'market.status')).not.toBe('resolved')
    }
    expect(betsOf(stranger)).toEqual([])
    expect(codeOf('/positions?wallet=me')).toEqual([422, 'invalid_wallet'])
  })

  test('has money', () => {
    const moneyOf = (wallet: string) => dig(get(`/wallet/${wallet}/readiness`), 'readiness.usdcBalanceUsd')
    expect(Number(moneyOf(demoWallets[0].address))).toBeGreaterThan(100)
    expect(moneyOf(stranger)).toBe(0)
    expect(codeOf('/wallet/me/readiness')).toEqual([422, 'invalid_wallet'])
  })
})

describe('what agents find', () => {
  test('cashtags come first and exactly, other words by titles', () => {
    const symbol = textAt(open[0], 'tokenSymbol')
    const matches = rowsAt(get(`/discover?q=${encodeURIComponent(`$${symbol}`)}`), 'matches')
    expect(matches.length).toBeGreaterThan(0)
    expect(matches.length).toBeLessThanOrEqual(12)
    for (const match of matches) {
      expect(match['matchKind']).toBe('exact')
      expect(dig(match, 'market.tokenSymbol')).toBe(symbol)
    }
    expect(get('/discover?q=zzzz')).toMatchObject({ count: 0, matches: [] })
    expect(codeOf('/discover')).toEqual([400, 'invalid_request'])
    expect(probe('/discover?post=gm').status).toBe(501)
  })

  test('sentiment leans as the money does, and is neutral where there is none', () => {
    const symbol = textAt(open[0], 'tokenSymbol')
    const intel = dig(get(`/sentiment?token=${symbol}`), 'intel')
    expect(dig(intel, 'marketCount')).toBe(rowsAt(intel, 'markets').length)
    expect(dig(get('/sentiment?token=none'), 'intel')).toMatchObject({
      hasSignal: false,
      marketCount: 0,
      suggestedBet: null,
      sentiment: { score: 50, confidence: 'none' },
    })
  })

  test('health is well, no bet has a proof, and what no document names is 501', () => {
    expect(dig(get('/health'), 'health.ok')).toBe(true)
    expect(codeOf('/proof/test-0001')).toEqual([404, 'proof_not_found'])
    for (const path of ['/stats', '/resolved', '/events', '/weather']) expect(probe(path).status).toBe(501)
  })
})
