import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'
import type { Amount } from './amount.js'
import type { Execution, PaperSettlement, SidedExecution } from './types.js'

/** The trading rules of one venue. Create them once, next to the mock venue, as a table without state. */
export interface PaperRules {
  readonly venue: VenueId
  /**
   * `pairs`: YES and NO of a market cancel each other; a sale without holdings buys the other side. `tokens`: both sides are
   * separate, and only holdings can be sold.
   */
  readonly netting: 'pairs' | 'tokens'
  /** Returns the fee of an execution. A resting order is charged for all of its fills together. */
  readonly fee?: (execution: Execution, world: SimulatedWorld) => Amount
  /** Returns the fees for all executions that an order takes, if they are not the `fee` of each one. */
  readonly takerFees?: (executions: readonly SidedExecution[], world: SimulatedWorld) => readonly Amount[]
  /** Returns the maker rebate of an execution. None if absent. */
  readonly makerRebate?: (execution: SidedExecution, world: SimulatedWorld) => Amount
  /** The minimum fee for all that an order takes. If the sum is lower, the last execution pays this fee. */
  readonly leastTakerFee?: Amount
  /**
   * Returns the contracts that a buying taker gives up in place of the fee in money, or undefined for a fee in money.
   * Only with `tokens`.
   */
  readonly feeInContracts?: (execution: Execution, fee: Amount, world: SimulatedWorld) => Amount | undefined
  /** Returns the fee on the payout of a side of a resolved market. */
  readonly settlementFee?: (
    settled: Pick<PaperSettlement, 'market' | 'size' | 'paid'>,
    world: SimulatedWorld,
  ) => Amount
  /** Returns the world with additional instruments of the venue, such as those composed of several markets. */
  readonly world?: (world: SimulatedWorld) => SimulatedWorld
  /** Whether sizes are whole numbers of contracts, including those of the world. */
  readonly hasWholeSizes?: boolean
  /** Whether prices are whole cents, including those of the world. If so, `tick` is a cent. */
  readonly hasWholeCents?: boolean
  /** Whether the world trades and quotes a market there. If absent, it does so in all markets. */
  readonly isQuoted?: (market: WorldMarket, world: SimulatedWorld) => boolean
  /** The tick size. If absent, it is the world's own for the market. */
  readonly tick?: (market: WorldMarket) => Amount
  /** The money of an execution is rounded down to multiples of this. If absent, it is exact. */
  readonly moneyStep?: Amount
  /** Whether a market that pays half to both sides refunds the cost instead. */
  readonly refundsPush?: boolean
  /** Separate parts of an account's cash. If absent, there is one pool. */
  readonly cashPools?: CashPools
  /**
   * The minimum value of YES at its end, which is 0 if absent. Lower prices are rejected. YES costs its price less the floor, and
   * NO pays at most 1 less the floor.
   */
  readonly floor?: (market: WorldMarket, world: SimulatedWorld) => Amount
  /**
   * Returns the native ids of orders and fills from a 32-bit hash and a venue counter that starts at 1. If absent, ids are UUIDs.
   */
  readonly orderId?: (hash: number, count: number) => string
  readonly fillId?: (hash: number, count: number) => string
}

/** Parts of an account's cash, such as that of each shard of an exchange. An order is paid from the pool of its market. */
interface CashPools {
  /** Returns the number of the pool that pays for orders in a market. */
  readonly of: (market: WorldMarket, world: SimulatedWorld) => number
  /** Returns the opening cash of a new account in each pool. */
  readonly opening: (owner: string) => ReadonlyMap<number, Amount>
}
