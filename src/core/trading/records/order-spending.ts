import { add, compare, type Decimal, decimalOf } from '../../../api/values/decimal.js'
import { boundPosition, HOLDINGS_LAG_MS, type Holdings, isListed } from '../../../orders/holdings.js'
import type { JournalRow, OrderIntent, OrderJournal } from '../../../orders/journal.js'
import { openCosts } from '../../../orders/open-costs.js'
import {
  assertDay,
  assertWithinLimits,
  createUnknownPositionError,
  type TradingLimits,
} from '../../../orders/trading-limits.js'

/** An order as the trading limits count it. */
export interface OrderSpending extends Pick<OrderIntent, 'venue' | 'account' | 'terms' | 'cost' | 'edits'> {
  /** Id of its row, where it has one. */
  readonly id?: string
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
   * @throws PmxError where the journal cannot be read
   */
  needed<Result>(work: () => Result): Result
  /** Returns a row with the outcome that could not be written yet. */
  asKnown(row: JournalRow): JournalRow
  /** Begin of the day for the trading limits, epoch ms. */
  dayBegan(): number
  /** Returns the bounds of the times that rows written in the last `ms` can have, epoch ms. */
  within(ms: number): readonly [from: number, to: number]
}

/** Checks orders against the user's trading limits, with the journal's knowledge of other orders. */
export function createOrderLimits({
  journal,
  tradingLimits,
  needed,
  asKnown,
  dayBegan,
  within,
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
      openCosts: openNow,
      positionReach() {
        if (terms.spend !== undefined)
          throw createUnknownPositionError(
            tradingLimits.maxPosition,
            'the number of contracts that money buys is not known in advance, so send a number of contracts',
          )
        if (holdings !== undefined) return boundPosition(terms, holdings, rowsBeside(order, holdings))
        if (terms.side === 'sell' || terms.reduceOnly === true) return undefined
        throw createUnknownPositionError(tradingLimits.maxPosition, 'it was not read')
      },
    })
  }

  const openNow = (): Decimal =>
    openCosts(needed(() => [...journal.listUnknown(), ...journal.openOrders()]).map(asKnown))

  /**
   * Returns orders of the same account and market that the read holdings may lack, because they were sent or updated
   * recently. An order that is open in the journal, and that the venue does not list, may have just filled.
   */
  function rowsBeside(
    { id, venue, account, terms, edits }: OrderSpending,
    holdings: Holdings,
  ): readonly JournalRow[] {
    const lagMs = HOLDINGS_LAG_MS + (holdings.behindMs ?? 0)
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
    assertDay({ at, sentAgainAt = at, cost }: JournalRow): void {
      const { maxDailyNotional } = tradingLimits
      const began = dayBegan()
      if (maxDailyNotional === undefined || Math.max(at, sentAgainAt) >= began) return
      assertDay(
        needed(() => journal.costsSince(began)),
        decimalOf(cost),
        maxDailyNotional,
      )
    },

    /** Whether an order of this cost is within the limit of open orders, according to the journal. */
    fitsOpen: (cost: string): boolean =>
      tradingLimits.maxOpenNotional === undefined ||
      compare(add(openNow(), decimalOf(cost)), decimalOf(tradingLimits.maxOpenNotional)) <= 0,
  }
}
