import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '../../../../src/signing/address.js'
import { toHex } from '../../../../src/signing/hex.js'
import { hashDomain, hashTypedData } from '../../../../src/signing/typed-data.js'
import type { OrderTerms } from '../../../../src/venue-kit/contract/trading.js'
import {
  amountsOf,
  type DraftOrder,
  toSignedOrder,
  toTypedOrder,
} from '../../../../src/venues/polymarket/native/order.js'
import { signOrder } from '../../../../src/venues/polymarket/native/wallet.js'
import { devKey } from '../../../signing/examples.js'
import { haveSamples, sample } from '../../../support/samples.js'

type Signed = Readonly<Record<string, string>>

/**
 * Orders of positions as both official clients of October 2026 sign and spell them: of every kind, side and type one, but
 * purchases at the market, which are limit orders here.
 */
const { orders } = JSON.parse(readFileSync(new URL('position-orders.json', import.meta.url), 'utf8')) as {
  readonly orders: readonly (Pick<OrderTerms, 'side' | 'type' | 'amount' | 'price'> &
    Pick<DraftOrder, 'kind' | 'isNegRisk'> & { readonly tick: string; readonly order: Signed })[]
}

/** Known to the deployed contract (hashOrder), as recorded by others on 2026-10-05. */
const ofContract: DraftOrder = {
  version: 3,
  isNegRisk: false,
  salt: 1,
  maker: ZERO_ADDRESS,
  signer: ZERO_ADDRESS,
  tokenId: '1',
  makerAmount: '1000000',
  takerAmount: '2000000',
  side: 'buy',
  kind: 3,
  timestamp: '1791220000',
  feeRateBps: '0',
}

describe('orders of positions', () => {
  test('are hashed as the contract does', () => {
    const data = toTypedOrder(ofContract)
    expect(toHex(hashDomain(data.domain))).toBe(
      '0x466c63910185bbd55e8679264200c4e0abdcbb0c6264eb3d41d13326022e095b',
    )
    expect(toHex(hashTypedData(data))).toBe(
      '0x529d440652102e5d9aea11536d90c0a43148fc1dc7e80c525de83cd0cfe14040',
    )
  })

  test('are the same of negative risk', () => {
    expect(toTypedOrder({ ...ofContract, isNegRisk: true })).toMatchObject({
      domain: toTypedOrder(ofContract).domain,
    })
  })

  test.each(orders)('of kind $kind, $type $side of $amount at $price on $tick', (terms) => {
    const { maker, signer, tokenId, salt, timestamp } = terms.order as never
    const { kind, isNegRisk, side } = terms
    const draft: DraftOrder = {
      ...{ version: 3, kind, isNegRisk, side, feeRateBps: '0' },
      ...{ maker, signer, tokenId, salt, timestamp },
      ...amountsOf(terms, terms.tick),
    }
    expect(JSON.stringify(toSignedOrder(draft, signOrder(devKey, draft).signature))).toBe(
      JSON.stringify(terms.order),
    )
  })

  test.runIf(haveSamples)('of every vector', () => {
    const vectors = Object(sample('polymarket', 'v2-signing-vectors.json'))
    // The code of a builder is not ours to give.
    const own = vectors.orders.filter(({ builder }: Signed) => /^0x0+$/.test(String(builder)))
    expect(own).toHaveLength(2)
    for (const one of own) {
      const draft: DraftOrder = {
        ...ofContract,
        ...{ salt: one.salt, maker: one.maker, signer: one.signer, tokenId: one.token_id },
        ...{ makerAmount: String(one.maker_amount), takerAmount: String(one.taker_amount) },
        ...{ side: one.side === 'BUY' ? 'buy' : 'sell', kind: one.signature_type },
        timestamp: String(one.timestamp),
      }
      expect(signOrder(devKey, draft)).toEqual({ signature: one.signature, hash: one.hash })
    }
  })
})
