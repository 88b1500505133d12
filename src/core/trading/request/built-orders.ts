import type { ArgsOf } from '../../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../../api/envelope/errors.js'
import { type VenueId, venueNames } from '../../../api/envelope/venue-ids.js'
import type { BuiltOrder } from '../../../api/models/models.js'
import type { Clock } from '../../../effects/clock.js'
import { createOrderHmac } from '../../../orders/order-hmac.js'
import type { NativeOrder, OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { OrderInput } from './parse-order.js'

/** Validity of a built order: it is as good as the prices it was built with. */
const BUILT_MS = 60_000

/** An order that is ready to be sent. */
export interface ReadyOrder {
  readonly terms: OrderTerms
  readonly native: NativeOrder
  /** The cost that the trading limits count, decimal text. */
  readonly cost: string
}

interface OwnOrder extends ReadyOrder {
  readonly id: string
  readonly venue: VenueId
  readonly account: string
  /** Fingerprint of the order request (orders/journal.ts). */
  readonly fingerprint: string
}

interface OpenedOrder extends OwnOrder {
  /** Epoch ms. */
  readonly expiry: number
  /** By the monotonic clock. */
  readonly builtAt: number
}

/**
 * Returns built orders to callers and accepts them back unchanged. The daemon does not store them, because they contain
 * all required data and an HMAC tag.
 */
export function createBuiltOrders(key: string, clock: Pick<Clock, 'now' | 'monotonic'>) {
  const seal = createOrderHmac(key)

  return {
    /** @param venueNow time of the venue, by which its own limits are set, epoch ms */
    close(order: OwnOrder, input: OrderInput, venueNow = clock.now()): BuiltOrder {
      const { expiresAt = Number.MAX_SAFE_INTEGER, signedOrder } = order.native
      const { expiresAt: end = Number.MAX_SAFE_INTEGER } = order.terms
      // This machine's clock may be wrong: what is left of the venue's limits is counted from its own time.
      const validMs = Math.min(BUILT_MS, expiresAt - venueNow, end - venueNow)
      const expiry = Math.round(clock.now() + validMs)
      const built = {
        exchange: venueNames[order.venue],
        params: { ...input },
        ...(signedOrder === undefined ? {} : { signedOrder: { ...signedOrder } }),
        expiry,
        raw: { ...order, expiry, builtAt: clock.monotonic() },
      }
      return { ...built, raw: { ...built.raw, seal: seal.codeOf(built) } }
    },

    /**
     * Returns an order that was built here, unchanged. `expiry` may be missing at the top level, since the Python SDK sends
     * back only the members of its class. Then the one in `raw` counts, which the HMAC tag covers as well.
     * @throws VALIDATION_ERROR for anything else, BUILT_ORDER_EXPIRED where it may have been built by an earlier run
     */
    open(given: ArgsOf<'submitOrder'>[0], venue: VenueId, account: string): OpenedOrder {
      const { exchange, params, signedOrder, raw } = given
      if (typeof raw !== 'object' || raw === null || !('seal' in raw))
        throw createValidationError('built', 'submitOrder takes the unchanged result of buildOrder')
      const { seal: code, ...sealed } = raw as Readonly<Record<string, unknown>>
      const expiry = given.expiry ?? sealed['expiry']
      const whole = {
        exchange,
        params,
        ...(signedOrder === undefined ? {} : { signedOrder }),
        expiry,
        raw: sealed,
      }
      if (!seal.matches(whole, code)) {
        if (typeof expiry === 'number' && expiry < clock.now()) throw tooOld(expiry)
        throw createValidationError(
          'built',
          'This order differs from the one that this run of the daemon built. Build it again',
        )
      }
      // The HMAC tag proves that these are exactly the members that `close` set.
      const own = sealed as unknown as OpenedOrder
      if (own.venue !== venue) throw createValidationError('built', `This order was built for ${own.venue}`)
      if (own.account !== account)
        throw createValidationError('built', 'This order was built with the credentials of another account')
      return own
    },

    /** @throws BUILT_ORDER_EXPIRED */
    assertFresh({ expiry, builtAt }: OpenedOrder): void {
      if (clock.now() > expiry || clock.monotonic() - builtAt > BUILT_MS) throw tooOld(expiry)
    },
  }
}

function tooOld(expiry: number): PmxError {
  return new PmxError('BUILT_ORDER_EXPIRED', 'This order was built too long ago: build it again.', {
    detail: { expiry },
  })
}
