import { expect, test } from 'vitest'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { dig, firstOf, numberAt, rowsAt, textAt } from '../../support/json.js'
import { createStage } from '../../support/stage.js'

const stage = await createStage('myriad')
const api = (path: string): unknown => stage.get('api', path)
const wallet = firstOf(demoWallets).address

test('the markets of an address hold the positions of its portfolio, each once', () => {
  const portfolio = rowsAt(api(`/users/${wallet}/portfolio?trading_model=all&limit=100&min_shares=0`), 'data')
  const markets = rowsAt(api(`/users/${wallet}/markets?trading_model=all&limit=100`), 'data')
  const positions = markets.flatMap((row) => rowsAt(row, 'portfolio.positions'))
  expect(positions.length).toBeGreaterThan(0)
  expect(new Set(positions)).toEqual(new Set(portfolio))
  for (const row of markets) {
    const id = dig(row, 'market.id')
    expect(rowsAt(row, 'portfolio.positions').every((position) => position['marketId'] === id)).toBe(true)
  }
})

test('markets of an address can be asked for by their ids, ten a page otherwise', () => {
  const all = api(`/users/${wallet}/markets?trading_model=all`)
  expect(numberAt(all, 'pagination.limit')).toBe(10)
  const wanted = firstOf(rowsAt(all, 'data'))
  const name = `${numberAt(wanted, 'market.networkId')}:${numberAt(wanted, 'market.id')}`
  const found = rowsAt(api(`/users/${wallet}/markets?trading_model=all&market_ids=${name}`), 'data')
  expect(found).toEqual([wanted])
})

test('orders are nobody else’s to see', () => {
  expect(rowsAt(api(`/orders?trader=${wallet}&network_id=56&limit=1000`), 'data')).toEqual([])
  const hash = `0x${'0'.repeat(64)}`
  expect(stage.probe('api', `/orders/${hash}`).status).toBe(404)
  expect(textAt(stage.probe('api', `/orders/${hash}`).body, 'error')).toBe('Order not found')
})
