import { add, compare, type Decimal, decimal } from '../../api/decimal.js'
import { openCost, sumOf } from '../../orders/exposure.js'
import { assertWithinRails, type GuardRails, unknownPosition } from '../../orders/guard.js'
import { HOLDINGS_LAG_MS, type Holdings, positionReach } from '../../orders/holdings.js'
import type { Journal, JournalRow, OrderIntent } from '../../orders/journal.js'

/** What an order is to the guard rails. */
export interface Spending extends Pick<OrderIntent, 'venue' | 'account' | 'terms' | 'cost' | 'edits'> {
  /** Of its row, where it has one. */
  readonly id?: string
  readonly isHeld: boolean
  /** Of its market; needed where positions are limited and it may enlarge one. */
  readonly holdings?: Holdings | undefined
}

interface OrderLimitsDeps {
  readonly journal: Pick<Journal, 'costsSince' | 'inDoubt' | 'openOrders' | 'sentSince'>
  readonly rails: GuardRails
  /** Runs what reads the journal. @throws PmxError for what keeps it from being read */
  needed<Result>(work: () => Result): Result
  /** A row with what could not be written yet. */
  asKnown(row: JournalRow): JournalRow
  /** Begin of the day that is limited, epoch ms. */
  dayBegan(): number
}

/** Holds orders against the limits of the user, by what the journal knows of other orders. */
export function createOrderLimits({ journal, rails, needed, asKnown, dayBegan }: OrderLimitsDeps) {
  /** Holds an order against what this daemon may do with money, today's orders included. @throws PERMISSION_DENIED */
  function assertRails(order: Spending): void {
    const { venue, cost, isHeld, terms, holdings } = order
    assertWithinRails(rails, {
      venue,
      cost: decimal(cost),
      isHeld,
      spentToday: () => needed(() => journal.costsSince(dayBegan())),
      openCosts,
      positionReach() {
        if (terms.spend !== undefined)
          throw unknownPosition(
            rails.maxPosition,
            'at better prices money buys more contracts than can be counted beforehand, so name a number of contracts',
          )
        if (holdings !== undefined) return positionReach(terms, holdings, rowsBeside(order, holdings))
        if (terms.side === 'sell' || terms.reduceOnly === true) return undefined
        throw unknownPosition(rails.maxPosition, 'it was not read')
      },
    })
  }

  function openCosts(): Decimal {
    const rows = needed(() => [...journal.inDoubt(), ...journal.openOrders()])
    return sumOf(rows.map(asKnown).map(openCost))
  }

  /** Orders of the same account and market that may not be in what was read of it. */
  function rowsBeside(
    { id, venue, account, terms, edits }: Spending,
    { at }: Holdings,
  ): readonly JournalRow[] {
    const rows = needed(() => [...journal.inDoubt(), ...journal.sentSince(at - HOLDINGS_LAG_MS)])
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

    /** Whether an order of this cost is within the limit of what may be open, as far as the journal knows. */
    fitsOpen: (cost: string): boolean =>
      rails.maxOpenNotional === undefined ||
      compare(add(openCosts(), decimal(cost)), decimal(rails.maxOpenNotional)) <= 0,
  }
}
