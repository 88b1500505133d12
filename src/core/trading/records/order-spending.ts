import { compare, type Decimal, decimalOf, subtractDecimals } from '../../../api/values/decimal.js'
import { sumDecimals } from '../../../orders/exposure.js'
import {
  boundPosition,
  HOLDINGS_LAG_MS,
  type Holdings,
  isListed,
  type PositionBound,
} from '../../../orders/holdings.js'
import type { JournalRow, OrderIntent, OrderJournal } from '../../../orders/journal.js'
import { openCosts } from '../../../orders/open-costs.js'
import {
  assertDay,
  assertWithinLimits,
  createUnknownPositionError,
  type PossibleCopies,
  type TradingLimits,
} from '../../../orders/trading-limits.js'
import { mayRest } from '../../../venue-kit/orders/time-in-force.js'
import type { PlacedRecord } from './present-state.js'

/** An order, or a change, as it counts toward the limit for open orders. */
export interface OpenSpending extends Pick<OrderIntent, 'venue' | 'account' | 'terms' | 'cost' | 'edits'> {
  /** Id of its row, if it has one. */
  readonly id?: string
}

/** An order as it counts toward the trading limits. */
export interface OrderSpending extends OpenSpending {
  readonly isHeld: boolean
  /** Holdings of its market; needed where positions are limited and the order may enlarge one. */
  readonly holdings?: Holdings | undefined
}

interface OrderLimitsDeps {
  readonly journal: Pick<
    OrderJournal,
    'costsSince' | 'listUnknown' | 'openOrders' | 'sentSince' | 'settledBetween'
  >
  readonly tradingLimits: TradingLimits
  /**
   * Runs code that reads the journal.
   * @throws PmxError if the journal cannot be read
   */
  needed<Result>(work: () => Result): Result
  /** Returns a row with the outcome that could not be written yet. */
  asKnown(row: JournalRow): JournalRow
  /** Begin of the day for the trading limits, epoch ms. */
  dayBegan(): number
  /** Returns orders whose second copy may exist, because it could not be looked for so far. */
  possiblyCopied(): readonly PlacedRecord[]
  /** Returns the bounds of the times that rows written in the last `ms` can have, epoch ms. */
  within(ms: number): readonly [from: number, to: number]
}

/** Checks orders against the user's trading limits, using the other orders in the journal. */
export function createOrderLimits({
  journal,
  tradingLimits,
  needed,
  asKnown,
  dayBegan,
  within,
  possiblyCopied,
}: OrderLimitsDeps) {
  /**
   * Checks an order against the trading limits, including the orders of today.
   * @throws PERMISSION_DENIED
   */
  function assertRails(order: OrderSpending): void {
    const { venue, cost, isHeld, terms, holdings } = order
    assertWithinLimits(tradingLimits, {
      venue,
      cost: decimalOf(cost),
      isHeld,
      spentToday: () => needed(() => journal.costsSince(dayBegan())),
      openCosts: () => openBeside(order),
      possibleCopies,
      positionReach() {
        if (terms.spend !== undefined)
          throw createUnknownPositionError(
            tradingLimits.maxPosition,
            'the number of contracts that the money buys is not known in advance, so send a number of contracts',
          )
        if (holdings !== undefined) return reachOf(order, holdings)
        if (terms.side === 'sell' || terms.reduceOnly === true) return undefined
        throw createUnknownPositionError(tradingLimits.maxPosition, 'it was not read')
      },
    })
  }

  /** A copy counts in full, because it may fill regardless of the first order. */
  function possibleCopies(): PossibleCopies {
    const rows = possiblyCopied()
    const began = dayBegan()
    return {
      today: rows.filter((row) => lastSentAt(row) >= began).map(({ cost }) => cost),
      open: rows
        .filter(({ terms, cancelsRest }) => cancelsRest === true || mayRest(terms))
        .map(({ cost }) => cost),
    }
  }

  /** Positions include copies as they include other fills, except those of the last minute. */
  function reachOf(order: OrderSpending, holdings: Holdings): PositionBound | undefined {
    const { venue, account, terms } = order
    const began = holdings.at - lagOf(holdings)
    const copied = possiblyCopied().filter(
      (row) =>
        row.venue === venue &&
        row.account === account &&
        row.terms.marketId === terms.marketId &&
        lastSentAt(row) >= began,
    )
    const bound = boundPosition(terms, holdings, [...rowsBeside(order, holdings), ...copied.map(asCopy)])
    if (bound === undefined || copied.length === 0) return bound
    return { ...bound, copies: copied.map((row) => row.terms.amount) }
  }

  const openRows = (): readonly JournalRow[] =>
    needed(() => [...journal.listUnknown(), ...journal.openOrders()]).map(asKnown)
  const openNow = (): Decimal => openCosts(openRows())

  /**
   * Returns the open costs to which the cost of an order is added. A change may replace terms that the venue does not show yet,
   * so it counts by its own terms and those in the journal, and not by the cost that it adds to a row of the venue.
   */
  function openBeside({ id = '', venue, account, terms, cost, edits }: OpenSpending): Decimal {
    if (edits === undefined) return openNow()
    const change = { id, venue, account, terms, cost, edits, outcome: { state: 'sending' } } as const
    return subtractDecimals(openCosts([...openRows(), change]), decimalOf(cost))
  }

  /**
   * Returns orders of the same account and market that the read holdings may lack, because they were sent or updated
   * recently. An order that is open in the journal, and that the venue does not list, may have just filled.
   */
  function rowsBeside(
    { id, venue, account, terms, edits }: OrderSpending,
    holdings: Holdings,
  ): readonly JournalRow[] {
    const lagMs = lagOf(holdings)
    const rows = needed(() => [
      ...journal.listUnknown(),
      ...journal.sentSince(holdings.at - lagMs),
      ...journal.settledBetween(...within(lagMs)),
      ...journal.openOrders().filter((row) => !isListed(row, holdings)),
    ])
    const isEdited = ({ outcome }: JournalRow): boolean =>
      edits !== undefined && outcome.state === 'placed' && outcome.order.id === edits
    const beside = rows.filter(
      (row) =>
        row.venue === venue &&
        row.account === account &&
        row.terms.marketId === terms.marketId &&
        !isEdited(row),
    )
    const byId = new Map(beside.map((row) => [row.id, asKnown(row)]))
    if (id !== undefined) byId.delete(id)
    return [...byId.values()]
  }

  return {
    assertRails,

    /**
     * Checks an order that is sent again against the daily limit, if it was last sent on an earlier day.
     * @throws PERMISSION_DENIED
     */
    assertDay(row: JournalRow): void {
      const { maxDailyNotional } = tradingLimits
      const began = dayBegan()
      if (maxDailyNotional === undefined || lastSentAt(row) >= began) return
      assertDay(
        needed(() => journal.costsSince(began)),
        decimalOf(row.cost),
        maxDailyNotional,
        possibleCopies().today,
      )
    },

    /** Whether an order is within the limit of open orders, according to the journal. */
    fitsOpen(order: OpenSpending): boolean {
      const { maxOpenNotional } = tradingLimits
      if (maxOpenNotional === undefined) return true
      const open = sumDecimals([openBeside(order), ...[...possibleCopies().open, order.cost].map(decimalOf)])
      return compare(open, decimalOf(maxOpenNotional)) <= 0
    },
  }
}

function lagOf({ behindMs = 0 }: Holdings): number {
  return HOLDINGS_LAG_MS + behindMs
}

function lastSentAt({ at, sentAgainAt = at }: JournalRow): number {
  return Math.max(at, sentAgainAt)
}

/** Returns the second copy that an order may have, all of which may fill. */
function asCopy({ id, terms, cancelsRest: _rest, ...row }: PlacedRecord): JournalRow {
  const name = `${id} copy`
  return { ...row, id: name, terms: { ...terms, clientOrderId: name }, outcome: { state: 'sending' } }
}
