import { type Amount, amountOfNumber, MICRO, numberOf, ONE, times } from '../../paper-trading/state/amount.js'
import type { Execution } from '../../paper-trading/state/types.js'
import type { WorldEvent } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'

/** What takers pay (README.md, "Fees"); makers pay nothing. */

/** The rate that orders of a rank carry on markets of the older kind, basis points. It is what a taker pays at most. */
export const RANK_RATE_BPS = 300

/**
 * What of a purchase a taker pays, basis points by price: the venue publishes points, and in between is drawn straight.
 * The recorded 59 at 0.93 lies on it.
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
/** Sales cost 42 to 150 basis points; how they depend on the price is not published. */
const MAX_OF_A_SALE = 150

/** Whole basis points of an execution at a price in (0, 1). */
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

/** Of so many events one trades through a fee module: both kinds of markets are open side by side. */
const COLLATERAL_ONE_IN = 4

/** Whether the markets of an event take their fee in USDC, and want orders that name no rate. */
export function isCollateralFee({ number }: Pick<WorldEvent, 'number'>): boolean {
  return number % COLLATERAL_ONE_IN === COLLATERAL_ONE_IN - 1
}

/** The rate that an order must be signed with. */
export function signedRateOf(event: WorldEvent): number {
  return isCollateralFee(event) ? 0 : RANK_RATE_BPS
}

const WHOLE = 10_000n

function bpsOf({ price, action, liquidity }: Execution): bigint {
  return liquidity === 'maker' ? 0n : BigInt(bpsAt(numberOf(price), action))
}

/** In money. */
export function feeOf(execution: Execution): Amount {
  const money = times(execution.price, execution.size)
  return floored((money * bpsOf(execution)) / WHOLE)
}

/** On markets of the older kind a buyer pays in contracts instead. */
export function contractsOf(execution: Execution, world: SimulatedWorld): Amount | undefined {
  if (isCollateralFee(world.eventOf(execution.market))) return undefined
  return floored((execution.size * bpsOf(execution)) / WHOLE)
}

/** Millionths, as everything is counted there. */
function floored(amount: Amount): Amount {
  return amount - (amount % MICRO)
}

/** Basis points that a fee is of what it was taken from, as executions tell them. */
export function bpsBetween(fee: Amount, gross: Amount): number {
  return gross === 0n ? 0 : Math.round(numberOf((fee * ONE) / gross) * Number(WHOLE))
}

/** The finest step of prices on every market of the order book. */
export const TICK: Amount = amountOfNumber(0.001)
