import { describe, expect, test } from 'vitest'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { dig, numberAt, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'
import { info, probe } from './asking.js'

const stage = await createStage('hyperliquid')
const user = demoWallets[0]?.address

describe('what clients read before they come to outcomes', () => {
  test('the spot pairs are those that stand beside the figures, and each finds its tokens', () => {
    const meta = info(stage, 'spotMeta')
    expect(dig(info(stage, 'spotMetaAndAssetCtxs'), '0')).toEqual(meta)
    const tokens = new Set(rowsAt(meta, 'tokens').map((token) => numberAt(token, 'index')))
    for (const pair of rowsAt(meta, 'universe')) {
      expect(Object(pair['tokens']).every((index: number) => tokens.has(index))).toBe(true)
    }
  })

  test('the perpetuals have a row of figures each, and a margin table', () => {
    const both = info(stage, 'metaAndAssetCtxs')
    const universe = rowsAt(both, '0.universe')
    expect(info(stage, 'meta')).toEqual(dig(both, '0'))
    expect(rowsAt(both, '1')).toHaveLength(universe.length)
    expect(textAt(both, '1.0.markPx')).toBe(textAt(info(stage, 'allMids'), 'BTC'))
    expect(dig(both, '0.marginTables.0.0')).toBe(numberAt(universe[0], 'marginTableId'))
    expect(info(stage, 'perpDexs')).toEqual([null])
  })

  test('an account has rates, a limit and no perpetual positions; it must be one', () => {
    expect(info(stage, 'userFees', { user })).toMatchObject({ userCrossRate: '0.00045', dailyUserVlm: [] })
    expect(info(stage, 'userRateLimit', { user })).toMatchObject({ nRequestsCap: 10_000 })
    expect(info(stage, 'userRole', { user })).toEqual({ role: 'user' })
    expect(info(stage, 'clearinghouseState', { user })).toMatchObject({ assetPositions: [], time: NOON })
    for (const type of ['userFees', 'userRateLimit', 'userRole', 'clearinghouseState']) {
      expect(probe(stage, { type, user: 'me' }).status, type).toBe(422)
    }
  })

  test('what is not played says so; what nobody has is refused as the venue does', () => {
    for (const type of ['vaultDetails', 'allPerpMetas']) {
      expect(probe(stage, { type })).toMatchObject({
        status: 501,
        text: expect.stringContaining(`not implemented by the mock venue: \\"type\\":\\"${type}\\"`),
      })
    }
    expect(probe(stage, { type: 'nonsense' }).status).toBe(422)
  })
})
