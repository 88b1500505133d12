import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Order, Position, UserTrade } from '../../../src/api/models/models.js'
import { isEnded } from '../../../src/api/models/order-state.js'
import { knowsMember } from '../../../src/api/values/unknown-members.js'
import type { Random } from '../../../src/effects/random.js'
import type { JournalRow } from '../../../src/orders/journal.js'
import type { TradingLimits } from '../../../src/orders/trading-limits.js'
import type { Daemons } from './daemons.js'
import type { Entry } from './truth.js'

type Note = (text: string) => void

export type Limits = Pick<TradingLimits, 'maxOpenNotional' | 'maxDailyNotional' | 'maxPosition'>

const SLACK = 1e-6

/** It does not show the fills of canceled orders, so that purchases under a limit of positions are refused there. */
const showsNoPositions: ReadonlySet<VenueId> = new Set(['smarkets'])

/** Draws the limits of the daemons of a sequence; undefined members are not limited. */
export function drawLimits(venue: VenueId, random: Random): Limits {
  const [open, daily, position] = [random(), random(), random()]
  return {
    maxOpenNotional: open < 0.4 ? 250 : undefined,
    maxDailyNotional: daily < 0.25 ? 500 : undefined,
    maxPosition: position < 0.3 && !showsNoPositions.has(venue) ? 200 : undefined,
  }
}

/** Compares an order as a daemon returns it with the order that was asked for. */
export function judgeAnswer(order: Order, { wanted, amounts }: Entry, note: Note): void {
  const { side, outcomeId, marketId, type, price = wanted.price, amount, filled, remaining } = order
  const differs = (one: number, other: number): boolean => Math.abs(one - other) > SLACK
  const isChanged = amounts.size > 1
  const knows = (member: string): boolean => knowsMember(order, member)
  const wrong = [
    ...(side === wanted.side && outcomeId === wanted.outcomeId && marketId === wanted.marketId
      ? []
      : ['direction']),
    ...(type === wanted.type ? [] : ['type']),
    ...(!isChanged && knows('amount') && differs(amount, wanted.amount) ? ['amount'] : []),
    ...(!isChanged && wanted.type === 'limit' && differs(price, wanted.price) ? ['price'] : []),
    ...(knows('filled') && filled > Math.max(...amounts) + SLACK ? ['filled'] : []),
    ...(['amount', 'filled', 'remaining'].every(knows) && differs(amount, filled + remaining)
      ? ['remaining']
      : []),
  ]
  if (wrong.length > 0)
    note(`the ${wrong.join(', ')} of ${JSON.stringify(order)} for ${JSON.stringify(wanted)}`)
}

/** Compares what the venue has with the limits: purchases count with what they cost, and sales may count for more. */
export async function judgeLimits(
  { honest }: Pick<Daemons, 'honest'>,
  { maxOpenNotional, maxDailyNotional, maxPosition }: Limits,
  open: readonly Order[],
  note: Note,
): Promise<void> {
  const bought = <Row extends { readonly side: string }>(rows: readonly Row[]): readonly Row[] =>
    rows.filter(({ side }) => side === 'buy')
  const resting = bought(open).reduce((sum, { price = 0, remaining }) => sum + price * remaining, 0)
  if (maxOpenNotional !== undefined && resting > maxOpenNotional + SLACK)
    note(`open orders cost ${resting} of ${maxOpenNotional}`)
  if (maxPosition !== undefined) {
    const held = new Map<string, number>()
    const add = (outcomeId: string, contracts: number): void =>
      void held.set(outcomeId, (held.get(outcomeId) ?? 0) + contracts)
    for (const { outcomeId, size } of await honest<Position[]>('fetchPositions')) add(outcomeId, size)
    for (const { outcomeId, remaining } of bought(open)) add(outcomeId, remaining)
    for (const [outcomeId, most] of held)
      if (most > maxPosition + SLACK) note(`${most} of ${outcomeId} are held or ordered, of ${maxPosition}`)
  }
  if (maxDailyNotional !== undefined) {
    const trades = await honest<UserTrade[]>('fetchMyTrades').catch((): UserTrade[] => [])
    const spent = bought(trades).reduce((sum, { price, amount }) => sum + price * amount, 0)
    if (spent + resting > maxDailyNotional + SLACK)
      note(`${spent} are spent and ${resting} ordered, of ${maxDailyNotional} a day`)
  }
}

/**
 * Compares rows of the journal with what the venue has. What the journal has as ended must not rest, and what it has as refused
 * or absent must not be there.
 * @param open open orders of the venue
 * @param ordersOf orders that the venue has shown for an order request with this amount
 */
export function judgeRows(
  rows: readonly JournalRow[],
  open: readonly Order[],
  ordersOf: (amount: number) => readonly string[],
  note: Note,
): void {
  // An order that was absent may have been placed by a later row.
  const placed = new Set(
    rows.flatMap(({ outcome, terms }) => (outcome.state === 'placed' ? [terms.amount] : [])),
  )
  for (const { outcome, terms, edits, cancelsRest } of rows) {
    if (outcome.state === 'placed') {
      const { order, isRestOpen } = outcome
      if (isEnded(order) && isRestOpen !== true && open.some(({ id }) => id === order.id))
        note(`${order.id} is ${order.status} in the journal, and open`)
      continue
    }
    // The amount of a market order at the venue may be another one.
    const isNone = outcome.state === 'refused' || outcome.state === 'absent'
    if (!isNone || edits !== undefined || cancelsRest === true || placed.has(terms.amount)) continue
    const shown = ordersOf(Number(terms.amount))
    if (shown.length > 0)
      note(`${shown} of ${terms.amount} is ${outcome.state} in the journal, and the venue has it`)
  }
}
