import { hasOpenRest, type JournalRow } from '../../orders/journal.js'
import type { Paint } from '../output/colors.js'
import { shorten, toPrintable } from '../output/display-width.js'
import { formatMinute } from '../output/times.js'
import { type Column, measureWithoutFirstColumn, renderTable } from './table.js'

/** The state of an order, for display and JSON. */
export interface OrderState {
  readonly state: JournalRow['outcome']['state']
  /** The venue's order id. */
  readonly orderId?: string
  readonly because?: string
}

export function journalStateOf({ outcome }: Pick<JournalRow, 'outcome'>): OrderState {
  const { state } = outcome
  if (state === 'placed')
    return {
      state,
      orderId: outcome.order.id,
      ...(outcome.isRestOpen === true ? { because: 'its remainder is not canceled yet' } : {}),
    }
  return 'error' in outcome
    ? { state, because: `${outcome.error.code}: ${outcome.error.message}` }
    : { state }
}

const columns: readonly Column[] = [
  { title: 'Outcome' },
  { title: 'Time (UTC)' },
  { title: 'Venue' },
  { title: 'Side' },
  { title: 'Amount', align: 'right' },
  { title: 'Price', align: 'right' },
  { title: 'State' },
  { title: 'Order' },
  { title: 'Request' },
]

/** Minimum number of columns for an outcome id. */
const MIN_OUTCOME = 8
/** Order ids are long, but can be told apart by their beginning. */
const ORDER_WIDTH = 10

/** Renders orders as a table of at most `width` columns, in which ids may be cut. JSON output has the full ids. */
export function renderOrders(rows: readonly JournalRow[], width: number, paint: Paint): string[] {
  const cells = rows.map((row): string[] => {
    const { orderId = '' } = journalStateOf(row)
    return [
      toPrintable(row.terms.outcomeId),
      formatMinute(row.at),
      row.venue,
      row.terms.side,
      row.terms.amount,
      row.terms.price,
      hasOpenRest(row) ? 'rest open' : row.outcome.state,
      shorten(toPrintable(orderId), ORDER_WIDTH),
      toPrintable(row.requestId),
    ]
  })
  const room = Math.max(MIN_OUTCOME, width - measureWithoutFirstColumn(columns, cells))
  return renderTable(
    columns,
    cells.map(([outcome = '', ...others]) => [shorten(outcome, room), ...others]),
    paint,
  )
}
