import { toChecksumAddress, ZERO_ADDRESS } from '../../../../src/signing/address.js'
import { privateKeyOf } from '../../../../src/signing/private-key.js'
import { signTypedData } from '../../../../src/signing/typed-data.js'
import type { MockContext } from '../../../../src/simulator/mock-kit/mock-venue.js'
import { createSwitches } from '../../../../src/simulator/mock-kit/venue-switches.js'
import { slugFor, tokenIds } from '../../../../src/simulator/mock-venues/limitless/ids.js'
import { createLimitlessMock } from '../../../../src/simulator/mock-venues/limitless/index.js'
import { EXCHANGE } from '../../../../src/simulator/mock-venues/limitless/native-market.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import type { WorldMarket } from '../../../../src/simulator/world/common/types.js'
import type { SimulatedWorld } from '../../../../src/simulator/world/world.js'
import { exchangeOrderTypes } from '../../../../src/venue-kit/orders/exchange-order.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf } from '../../support/json.js'
import { NOON } from '../../support/stage.js'

const face = createLimitlessMock()
const host = firstOf(Object.values(face.hosts))

/** The wallet and the key that the demo lends. */
export const lent = face.paperCredentials?.() ?? {}
export const key = privateKeyOf(lent.privateKey ?? '')
export const plain = { 'x-api-key': lent.apiKey ?? '' }

/** Somebody with the lent key who trades in one market; the test moves the clock and the switches. */
export function createTrader(world: SimulatedWorld, market: WorldMarket) {
  const slug = slugFor({ event: world.eventOf(market), market })
  const [yes, no] = tokenIds(world.seed, market)
  const trader = {
    paper: createPaperTrading(world),
    switches: createSwitches(),
    now: NOON,
    slug,
    yes,
    no,
    context: (): MockContext =>
      contextOf(world, trader.now, { paper: trader.paper, switches: trader.switches }),

    call(method: string, target: string, body?: unknown, headers: Record<string, string> = plain) {
      const [path = '', search = ''] = target.split('?')
      const reply = answer(host, { method, path, search, headers, body }, trader.context())
      return { status: reply.status, body: JSON.parse(reply.body) as unknown }
    },

    orderBody(over: Record<string, unknown> = {}, around: Record<string, unknown> = {}, by = key) {
      const { price = 0.1, ...changes } = over
      const message = {
        salt: 77,
        maker: key.address,
        signer: key.address,
        taker: ZERO_ADDRESS,
        tokenId: yes,
        makerAmount: 2_000_000,
        takerAmount: 20_000_000,
        expiration: '0',
        nonce: 0,
        feeRateBps: 300,
        side: 0,
        signatureType: 0,
        ...changes,
      }
      const signature = signTypedData(by, {
        domain: {
          name: 'Limitless CTF Exchange',
          version: '1',
          chainId: 8453,
          verifyingContract: toChecksumAddress(EXCHANGE),
        },
        types: exchangeOrderTypes,
        primaryType: 'Order',
        message,
      })
      return {
        order: { price, ...message, signature },
        ownerId: dig(trader.call('GET', '/profiles/me').body, 'id'),
        orderType: 'GTC',
        marketSlug: slug,
        ...around,
      }
    },

    place: (over = {}, around = {}, by = key) =>
      trader.call('POST', '/orders', trader.orderBody(over, around, by)),

    /** A purchase of contracts at a price in thousandths. */
    buy(thousandths: number, contracts: number, over = {}, around = {}) {
      const amounts = {
        makerAmount: thousandths * contracts * 1_000,
        takerAmount: contracts * 1_000_000,
      }
      return trader.place({ price: thousandths / 1_000, ...amounts, ...over }, around)
    },
  }
  return trader
}
