import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'
import type { Amount } from './amount.js'
import type { Execution, PaperSettlement, SidedExecution } from './types.js'

/** What one venue does with orders. Make it once, beside the face: a table, and nothing with a state. */
export interface PaperRules {
  readonly venue: VenueId
  /**
   * `pairs`: YES and NO of a market cancel each other out; selling what one has not is buying the other side.
   * `tokens`: both sides are held apart, and only what is held can be sold.
   */
  readonly netting: 'pairs' | 'tokens'
  /** What an execution costs besides its price. A resting order is charged by the whole of what was filled of it. */
  readonly fee?: (execution: Execution, world: SimulatedWorld) => Amount
  /** What the executions of all that an order takes at once cost, where that is not `fee` of each by itself. */
  readonly takerFees?: (executions: readonly SidedExecution[], world: SimulatedWorld) => readonly Amount[]
  /** What an execution brings to whose order rested; nothing when absent. */
  readonly makerRebate?: (execution: SidedExecution, world: SimulatedWorld) => Amount
  /** What all that an order takes at once costs at least; its last execution pays so much where the sum is less. */
  readonly leastTakerFee?: Amount
  /**
   * Contracts that a taker who buys goes without, in place of the fee in money; undefined where he pays money. Only with
   * `tokens`.
   */
  readonly feeInContracts?: (execution: Execution, fee: Amount, world: SimulatedWorld) => Amount | undefined
  /** What is taken of the money that a side of a resolved market pays. */
  readonly settlementFee?: (
    settled: Pick<PaperSettlement, 'market' | 'size' | 'paid'>,
    world: SimulatedWorld,
  ) => Amount
  /** The world with what else is traded there, such as instruments made of several markets. */
  readonly world?: (world: SimulatedWorld) => SimulatedWorld
  /** Whether sizes are whole numbers of contracts there, those of the world too. */
  readonly hasWholeSizes?: boolean
  /** Whether prices are whole cents there, those of the world too; `tick` is then a cent. */
  readonly hasWholeCents?: boolean
  /** Whether anybody but paper accounts trades and quotes a market there; all are when absent. */
  readonly isQuoted?: (market: WorldMarket, world: SimulatedWorld) => boolean
  /** The finest step of prices; the world's own for the market when absent. */
  readonly tick?: (market: WorldMarket) => Amount
  /** Money of an execution is cut to whole multiples of this; all its digits count when absent. */
  readonly moneyStep?: Amount
  /** A market that pays half to both sides gives back what was paid instead. */
  readonly refundsPush?: boolean
  /** Cash that an account keeps apart; all of it is one pool when absent. */
  readonly cashPools?: CashPools
  /**
   * The least that YES of a market is worth at its end; 0 when absent. Lower prices are refused, buying YES costs its
   * price less the floor, and NO pays at most 1 less the floor.
   */
  readonly floor?: (market: WorldMarket, world: SimulatedWorld) => Amount
  /** How the venue spells the ids of orders and fills: a 32-bit hash and a counter of the venue from 1; UUIDs when absent. */
  readonly orderId?: (hash: number, count: number) => string
  readonly fillId?: (hash: number, count: number) => string
}

/** Parts of an account's cash, such as that of each shard of an exchange. An order is paid from that of its market. */
interface CashPools {
  /** The number of the pool that pays for orders in a market. */
  readonly of: (market: WorldMarket, world: SimulatedWorld) => number
  /** What a new account has in each pool. */
  readonly opening: (owner: string) => ReadonlyMap<number, Amount>
}
