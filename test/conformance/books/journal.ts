import { createOrderJournal } from '../../../src/daemon/state/order-journal-file.js'
import type { Clock } from '../../../src/effects/clock.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { JournalRow } from '../../../src/orders/journal.js'
import { near, type Placed, type Trader } from './trader.js'

/** Rows of a journal that no other process writes any more: what `pmx-local orders log` lists. */
export async function readJournal(file: string, clock: Clock): Promise<readonly JournalRow[]> {
  const journal = createOrderJournal({ file, clock, log: silentLogger })
  try {
    await journal.open()
    return journal.list({ limit: 100_000 })
  } finally {
    journal.close()
  }
}

/** Each order that was placed has one row, as it was asked for; what was refused has none that says otherwise. */
export function auditJournal({ placed, refused, note }: Trader, rows: readonly JournalRow[]): void {
  const rowsOf = ({ clientOrderId }: Omit<Placed, 'id'>): readonly JournalRow[] =>
    rows.filter(({ terms }) => terms.clientOrderId === clientOrderId)
  for (const order of placed) {
    const [row, ...others] = rowsOf(order)
    if (row === undefined || others.length > 0) {
      note('journal', `${order.id} has ${row === undefined ? 0 : 1 + others.length} rows`)
      continue
    }
    const { terms, outcome } = row
    // A change is a row of its own.
    const { amount, price } = order.before?.[0] ?? order
    const isSame =
      terms.outcomeId === order.outcomeId &&
      terms.marketId === order.marketId &&
      terms.side === order.side &&
      terms.type === order.type &&
      near(Number(terms.amount), amount) &&
      near(Number(terms.price), price)
    if (!isSame) note('journal', `${order.id} is written down as ${JSON.stringify(terms)}`)
    if (outcome.state !== 'placed') note('journal', `${order.id} was placed and is ${outcome.state}`)
    else if (outcome.order.id !== order.id)
      note('journal', `${order.id} is written down as ${outcome.order.id}`)
    else if (outcome.isRestOpen === true) note('journal', `${order.id} has a rest that is open`)
  }
  for (const order of refused)
    for (const { outcome } of rowsOf(order))
      if (outcome.state !== 'refused')
        note('journal', `${order.clientOrderId} was refused and is ${outcome.state}`)
}
