import {
  type Amount,
  MICRO,
  multiplyAmounts,
  numberOf,
  ONE,
  toAmount,
} from '../../paper-trading/state/amount.js'
import type { Execution } from '../../paper-trading/state/types.js'
import type { WorldEvent } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'

/** Taker fees (README.md, "Fees"); makers pay none. */

/** Maximum taker rate of orders of a rank on markets of the older kind, basis points. */
export const RANK_RATE_BPS = 300

/**
 * Taker fee of a purchase, basis points by price. The venue publishes points; values between them are interpolated
 * linearly. The recorded 59 at 0.93 is on the line.
 */
const BUYING: readonly (readonly [price: number, bps: number])[] = [
  [0, 300],
  [0.5, 300],
  [0.55, 252],
  [0.6, 213],
  [0.65, 180],
  [0.7, 151],
  [0.75, 126],
  [0.8, 105],
  [0.85, 85],
  [0.9, 68],
  [0.95, 53],
  [0.99, 42],
  [1, 40],
]
/** Maximum fee of a sale, basis points. Sales cost 42 to 150; the dependency on the price is not published. */
const MAX_OF_A_SALE = 150

/** Returns the fee of an execution at a price in (0, 1), integer basis points. */
export function bpsAt(price: number, action: 'buy' | 'sell'): number {
  const above = Math.max(
    1,
    BUYING.findIndex(([point]) => point >= price),
  )
  const [low, high] = [BUYING[above - 1] ?? [0, 300], BUYING[above] ?? [1, 40]]
  const share = (price - low[0]) / (high[0] - low[0])
  const buying = Math.round(low[1] + share * (high[1] - low[1]))
  return action === 'buy' ? buying : Math.min(MAX_OF_A_SALE, buying)
}

/** One in this many events trades through a fee module; both kinds of markets are open at the same time. */
const COLLATERAL_ONE_IN = 4

/** Whether the markets of an event take their fee in USDC, and require orders without a rate. */
export function isCollateralFee({ number }: Pick<WorldEvent, 'number'>): boolean {
  return number % COLLATERAL_ONE_IN === COLLATERAL_ONE_IN - 1
}

/** Returns the rate with which an order must be signed. */
export function signedRateOf(event: WorldEvent): number {
  return isCollateralFee(event) ? 0 : RANK_RATE_BPS
}

const WHOLE = 10_000n

function bpsOf({ price, action, liquidity }: Execution): bigint {
  return liquidity === 'maker' ? 0n : BigInt(bpsAt(numberOf(price), action))
}

/** Returns the fee in money. */
export function feeOf(execution: Execution): Amount {
  const money = multiplyAmounts(execution.price, execution.size)
  return floored((money * bpsOf(execution)) / WHOLE)
}

/** Returns the fee in contracts, which a buyer pays on markets of the older kind. */
export function contractsOf(execution: Execution, world: SimulatedWorld): Amount | undefined {
  if (isCollateralFee(world.eventOf(execution.market))) return undefined
  return floored((execution.size * bpsOf(execution)) / WHOLE)
}

/** Rounds down to millionths, the unit of all amounts. */
function floored(amount: Amount): Amount {
  return amount - (amount % MICRO)
}

/** Returns a fee in basis points of the gross amount, as executions report it. */
export function computeBps(fee: Amount, gross: Amount): number {
  return gross === 0n ? 0 : Math.round(numberOf((fee * ONE) / gross) * Number(WHOLE))
}

/** The tick size of all markets of the order book. */
export const TICK: Amount = toAmount(0.001)
