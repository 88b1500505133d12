import type { OrderBook, OrderLevel, Trade } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { Paint } from '../output/colors.js'
import { pad, shorten, toPrintable } from '../output/display-width.js'
import { choosePriceFormat, formatExact, type PriceFormat, UNKNOWN } from '../output/numbers.js'

/** Current data of a watched outcome. */
export interface LiveView {
  readonly venue: string
  readonly outcomeId: string
  readonly book: OrderBook | undefined
  /** Newest trades, oldest first, or undefined if trades are not watched. */
  readonly trades: readonly Trade[] | undefined
}

export interface LiveSize {
  readonly columns: number
  /** Number of lines on the terminal. The drawing has fewer. */
  readonly rows: number
}

/** Lines besides levels and trades: header, best prices, column titles, footer and the cursor's line. */
const LINES_AROUND = 5
const MAX_TRADES = 5
/** The width of a price with four decimals. */
const PRICE_WIDTH = 7
const SIZE_WIDTH = 12

/** Draws an order book as two columns with the best prices at the top center, and the last trades below. */
export function drawLive(view: LiveView, { columns, rows }: LiveSize, paint: Paint): string[] {
  const { venue, outcomeId, book, trades } = view
  const room = Math.max(1, columns - 1)
  const shown = (trades ?? []).slice(-MAX_TRADES).toReversed()
  const head = shorten(`${venue} ${toPrintable(outcomeId)}`, room)
  const tape =
    trades === undefined ? [] : ['', ...shown.map((trade) => shorten(renderTradeLine(trade), room))]
  const depth = Math.max(1, rows - LINES_AROUND - tape.length)
  const ladder =
    book === undefined ? [shorten('waiting for the first book', room)] : ladderOf(book, depth, room, paint)
  return [paint('bold', head), ...ladder, ...tape, paint('dim', shorten('Ctrl-C ends', room))]
}

function ladderOf(book: OrderBook, depth: number, room: number, paint: Paint): string[] {
  const bids = book.bids.slice(0, depth)
  const asks = book.asks.slice(0, depth)
  const prices = choosePriceFormat([...bids, ...asks].map(({ price }) => price))
  const largest = Math.max(0, ...[...bids, ...asks].map(({ size }) => size))
  const barWidth = Math.max(0, Math.floor((room - 3) / 2) - PRICE_WIDTH - SIZE_WIDTH - 2)
  const bar = (level: OrderLevel): string =>
    largest === 0 ? '' : '█'.repeat(Math.round((barWidth * level.size) / largest))
  const bidCell = (level: OrderLevel | undefined): string =>
    level === undefined
      ? ' '.repeat(barWidth + SIZE_WIDTH + PRICE_WIDTH + 2)
      : `${paint('green', pad(bar(level), barWidth, 'right'))} ${pad(formatExact(level.size), SIZE_WIDTH, 'right')} ${pad(prices(level.price), PRICE_WIDTH, 'right')}`
  const askCell = (level: OrderLevel | undefined): string =>
    level === undefined
      ? ''
      : `${pad(prices(level.price), PRICE_WIDTH)} ${pad(formatExact(level.size), SIZE_WIDTH)} ${paint('red', bar(level))}`
  const title = `${pad('size', barWidth + 1 + SIZE_WIDTH, 'right')} ${pad('bid', PRICE_WIDTH, 'right')} │ ${pad('ask', PRICE_WIDTH)} size`
  const lines = Array.from({ length: Math.max(bids.length, asks.length) }, (_, index) =>
    `${bidCell(bids[index])} │ ${askCell(asks[index])}`.trimEnd(),
  )
  const isNarrow = room < 2 * (PRICE_WIDTH + SIZE_WIDTH + 2) + 3
  const top = shorten(renderBookLine(book), room)
  // Colored text cannot be cut, and a wrapped line would break the redrawing.
  return isNarrow ? [top] : [top, paint('dim', shorten(title, room)), ...lines]
}

/** Renders `2026-11-21T12:00:00.000Z  bid 0.52 × 300  ask 0.53 × 120  spread 0.01`. */
export function renderBookLine({ bids, asks, timestamp }: OrderBook): string {
  const [bid] = bids
  const [ask] = asks
  const spread = bid === undefined || ask === undefined ? undefined : ask.price - bid.price
  const prices = choosePriceFormat([bid?.price, ask?.price])
  const side = (name: string, level: OrderLevel | undefined): string =>
    `${name} ${level === undefined ? UNKNOWN : `${prices(level.price)} × ${formatExact(level.size)}`}`
  return [timeOf(timestamp), side('bid', bid), side('ask', ask), `spread ${spreadText(prices, spread)}`].join(
    '  ',
  )
}

function spreadText(prices: PriceFormat, spread: number | undefined): string {
  return spread === undefined ? UNKNOWN : prices(spread)
}

/** Renders `2026-11-21T12:00:00.000Z  trade buy 0.53 × 100`; the side is the taker's. */
export function renderTradeLine({ timestamp, side, price, amount }: Trade): string {
  const word = side === 'unknown' ? '' : `${side} `
  return `${timeOf(timestamp)}  trade ${word}${choosePriceFormat([price])(price)} × ${formatExact(amount)}`
}

function timeOf(timestamp: number | undefined): string {
  return timestamp === undefined ? UNKNOWN : toIso(timestamp)
}
