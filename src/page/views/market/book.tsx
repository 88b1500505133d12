import type { MarketOutcome, OrderBook, OrderLevel } from '../../../api/models/models.js'
import { requestOf } from '../../shared/copy-as.js'
import { countText, priceText, timeText } from '../../shared/labels.js'
import { Card, CopyCall, Empty, Shown } from '../../shared/parts.js'
import { fetchData } from '../../shared/request.js'
import { useRequest } from '../../shared/use-request.js'

const LEVELS = 10
const EVERY_MS = 5_000

/** Shows the book as price levels: asks above, bids below, with cumulative sizes. */
export function BookCard({ venue, outcome }: { readonly venue: string; readonly outcome: MarketOutcome }) {
  const call = { venue, method: 'fetchOrderBook' as const, args: [outcome.outcomeId] }
  const { target } = requestOf(call)
  const book = useRequest(
    target,
    async (signal) => (await fetchData<OrderBook>(target, { signal })).data,
    EVERY_MS,
  )
  return (
    <Card
      title="Order book"
      note={book.data?.timestamp === undefined ? undefined : timeText(book.data.timestamp)}
      tools={<CopyCall name="the book" call={call} />}
    >
      <Shown of={book} what="Loading the order book">
        {(known) =>
          known.bids.length + known.asks.length === 0 ? (
            <Empty>The order book is empty.</Empty>
          ) : (
            <Ladder book={known} label={outcome.label} />
          )
        }
      </Shown>
    </Card>
  )
}

interface Step extends OrderLevel {
  /** Total size at this price and better. */
  readonly depth: number
}

function Ladder({ book, label }: { readonly book: OrderBook; readonly label: string }) {
  const asks = stepsOf(book.asks)
  const bids = stepsOf(book.bids)
  const deepest = Math.max(1, asks.at(-1)?.depth ?? 0, bids.at(-1)?.depth ?? 0)
  const [ask, bid] = [book.asks[0]?.price, book.bids[0]?.price]
  return (
    <table class="ladder">
      <caption class="visually-hidden">Order book of {label}: asks above, bids below</caption>
      <thead>
        <tr>
          <th scope="col">Price</th>
          <th scope="col" class="num">
            Size
          </th>
          <th scope="col" class="num">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {[...asks].reverse().map((step) => (
          <LadderRow key={step.price} step={step} side="ask" deepest={deepest} />
        ))}
      </tbody>
      <tbody>
        <tr class="spread">
          <td colSpan={3}>
            {ask !== undefined && bid !== undefined
              ? `spread ${priceText(ask - bid)}, mid ${priceText((ask + bid) / 2)}`
              : ask === undefined
                ? 'No asks'
                : 'No bids'}
          </td>
        </tr>
      </tbody>
      <tbody>
        {bids.map((step) => (
          <LadderRow key={step.price} step={step} side="bid" deepest={deepest} />
        ))}
      </tbody>
    </table>
  )
}

function stepsOf(levels: readonly OrderLevel[]): Step[] {
  let depth = 0
  return levels.slice(0, LEVELS).map((level) => {
    depth += level.size
    return { ...level, depth }
  })
}

interface RowProps {
  readonly step: Step
  readonly side: 'ask' | 'bid'
  readonly deepest: number
}

function LadderRow({ step, side, deepest }: RowProps) {
  return (
    <tr class={side}>
      <td>{priceText(step.price)}</td>
      <td class="num">{countText(step.size)}</td>
      <td class="num depth">
        <span class="depth-bar" style={{ width: `${(step.depth / deepest) * 100}%` }} aria-hidden="true" />
        <span>{countText(step.depth)}</span>
      </td>
    </tr>
  )
}
