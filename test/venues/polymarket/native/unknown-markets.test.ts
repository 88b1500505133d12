import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../../src/venue-kit/payload/payload.js'
import { withoutUnknown } from '../../../../src/venues/polymarket/native/unknown-markets.js'
import { gammaMarkets } from '../../../../src/venues/polymarket/schemas.js'
import { expectDrift } from '../../../support/expect.js'
import { tolerant } from '../../../support/venue.js'
import { nativeMarket, undeployedMarket } from '../payloads.js'
import { setUp } from '../set-up.js'

const what = 'GET /markets/keyset'
const left = (...natives: readonly object[]) => {
  const ctx = tolerant(setUp({}).ctx)
  const markets = readPayload(gammaMarkets, natives, what)
  return { rows: withoutUnknown(markets, what, ctx), omissions: ctx.omissions }
}
const unknown = (overrides: Record<string, unknown> = {}) => nativeMarket({ version: 'v3', ...overrides })

describe('markets of protocols that are not known', () => {
  test('are left out of a list, counted and named', () => {
    const { rows, omissions } = left(
      nativeMarket(),
      unknown({ id: '5' }),
      unknown({ id: '6', version: null }),
    )
    expect(rows).toHaveLength(1)
    expect(omissions.rows).toBe(2)
    expect(omissions.warnings).toEqual([
      expect.stringContaining("market 5 has the protocol version 'v3'"),
      expect.stringContaining("market 6 has the protocol version 'null'"),
    ])
  })

  test('that are in no list anyway are not missed', () => {
    const undeployed = { ...undeployedMarket(), version: null }
    const deploying = unknown({ clobTokenIds: null, acceptingOrders: false })
    const { omissions } = left(nativeMarket(), undeployed, deploying, unknown({ active: false }))
    expect(omissions.rows).toBe(0)
  })

  test('are a change of the venue where most of a list is of them', async () => {
    const page = Array.from({ length: 5 }, (_unused, n) => (n < 3 ? unknown() : nativeMarket()))
    await expectDrift(() => left(...page), 'version')
    expect(left(...page.slice(1)).omissions.rows).toBe(2)
  })
})
