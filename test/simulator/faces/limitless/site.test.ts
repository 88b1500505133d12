import { expect, test } from 'vitest'
import { demoWallets, holdingsOf } from '../../../../src/simulator/world/wallets.js'
import { dig, firstOf, numberAt, rowsAt, textAt } from '../../support/json.js'
import { createStage } from '../../support/stage.js'

const stage = await createStage('limitless')

test('the menu names every category once, each with a path of its own', () => {
  const paths = rowsAt(stage.get('api', '/navigation')).map((entry) => textAt(entry, 'path'))
  expect(paths.length).toBeGreaterThan(2)
  expect(new Set(paths).size).toBe(paths.length)
})

test('the holders of a market are those whose positions show it, with the same token', () => {
  const wallet = firstOf(demoWallets).address
  const positions = rowsAt(stage.get('api', `/portfolio/${wallet}/positions`), 'clob')
  const position = firstOf(positions)
  expect(dig(position, 'market.collateralToken.decimals')).toBe(6)
  const body = stage.get('api', `/markets/${textAt(position, 'market.slug')}/holders`)
  const side = textAt(position, 'tokensBalance.yes') === '0' ? 'no' : 'yes'
  const own = rowsAt(body, `${side}.data`).find((row) => row['user'] === wallet)
  expect(own?.['contracts']).toBe(textAt(position, `tokensBalance.${side}`))
  expect(own?.['tokenId']).toBe(textAt(position, `market.${side}PositionId`))
  const held = firstOf(holdingsOf(stage.world, wallet, stage.now))
  expect(held.size).toBeGreaterThan(0)
  expect(numberAt(body, `${side}.total`)).toBeGreaterThan(0)
})

test('holders of a page that is not there are none; a group has none of its own', () => {
  const wallet = firstOf(demoWallets).address
  const position = firstOf(rowsAt(stage.get('api', `/portfolio/${wallet}/positions`), 'clob'))
  const path = `/markets/${textAt(position, 'market.slug')}/holders`
  expect(stage.get('api', `${path}?page=9`)).toMatchObject({ yes: { data: [] }, no: { data: [] } })
  const group = rowsAt(stage.get('api', '/markets/active?tradeType=group'), 'data')[0]
  expect(stage.probe('api', `/markets/${textAt(group, 'slug')}/holders`).status).toBe(400)
})
