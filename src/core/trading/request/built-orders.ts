import type { ArgsOf } from '../../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../../api/envelope/errors.js'
import { type VenueId, venueNames } from '../../../api/envelope/venue-ids.js'
import type { BuiltOrder } from '../../../api/models/models.js'
import type { Clock } from '../../../effects/clock.js'
import { createOrderHmac } from '../../../orders/order-hmac.js'
import type { NativeOrder, OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { OrderInput } from './parse-order.js'

/** A built order is as good as the prices it was built by. */
const BUILT_MS = 60_000

/** An order that is ready to be sent. */
export interface ReadyOrder {
  readonly terms: OrderTerms
  readonly native: NativeOrder
  /** What the guard rails count, decimal text. */
  readonly cost: string
}

interface OwnOrder extends ReadyOrder {
  readonly id: string
  readonly venue: VenueId
  readonly account: string
  /** What was asked for (orders/journal.ts). */
  readonly fingerprint: string
}

interface OpenedOrder extends OwnOrder {
  /** Epoch ms. */
  readonly expiry: number
  /** On the clock that nobody sets. */
  readonly builtAt: number
}

/** Gives orders out and takes them back unchanged: nothing is kept of them, they carry all that is needed and a seal. */
export function createBuiltOrders(key: string, clock: Pick<Clock, 'now' | 'monotonic'>) {
  const seal = createOrderHmac(key)

  return {
    close(order: OwnOrder, input: OrderInput): BuiltOrder {
      const { expiresAt = Number.MAX_SAFE_INTEGER, signedOrder } = order.native
      const { expiresAt: end = Number.MAX_SAFE_INTEGER } = order.terms
      const expiry = Math.round(Math.min(clock.now() + BUILT_MS, expiresAt, end))
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
     * Returns what was built here, untouched. `expiry` may be missing at the top, since the Python SDK sends the members back
     * that its class has: the one in `raw` counts then, which is under the seal as well.
     * @throws VALIDATION_ERROR for anything else, BUILT_ORDER_EXPIRED where it may have been built by an earlier run
     */
    open(given: ArgsOf<'submitOrder'>[0], venue: VenueId, account: string): OpenedOrder {
      const { exchange, params, signedOrder, raw } = given
      if (typeof raw !== 'object' || raw === null || !('seal' in raw))
        throw createValidationError('built', 'submitOrder takes what buildOrder answered, as it was answered')
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
          'This order is not as this run of the daemon built it: build it again',
        )
      }
      // The seal says that these are the very members that `close` put there.
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
