import type { MarketOutcome, Trade } from '../../../api/models/models.js'
import { requestOf } from '../../shared/copy-as.js'
import { countText, minuteText, priceText } from '../../shared/labels.js'
import { Card, CopyCall, Empty, Shown, Table } from '../../shared/parts.js'
import { fetchData } from '../../shared/request.js'
import { useRequest } from '../../shared/use-request.js'

const TRADES = 20
const EVERY_MS = 7_000

/** Shows the market's last trades, in terms of the outcome. */
export function TradesCard({ venue, outcome }: { readonly venue: string; readonly outcome: MarketOutcome }) {
  const call = { venue, method: 'fetchTrades' as const, args: [outcome.outcomeId, { limit: TRADES }] }
  const { target } = requestOf(call)
  const trades = useRequest(
    target,
    async (signal) => (await fetchData<Trade[]>(target, { signal })).data,
    EVERY_MS,
  )
  return (
    <Card title="Trades" note="newest first" tools={<CopyCall name="the trades" call={call} />}>
      <Shown of={trades} what="Loading trades">
        {(known) => (known.length === 0 ? <Empty>No trades yet.</Empty> : <TradeTable trades={known} />)}
      </Shown>
    </Card>
  )
}

function TradeTable({ trades }: { readonly trades: readonly Trade[] }) {
  return (
    <Table
      name="Last trades"
      kind="trades"
      columns={['Time', 'Taker', { number: 'Price' }, { number: 'Size' }]}
    >
      {trades.map(({ id, timestamp, side, price, amount }) => (
        <tr key={id}>
          <td class="nowrap">{minuteText(timestamp).slice(5)}</td>
          <td class={side}>{side === 'buy' ? 'buys' : side === 'sell' ? 'sells' : 'unknown'}</td>
          <td class="num">{priceText(price)}</td>
          <td class="num">{countText(amount)}</td>
        </tr>
      ))}
    </Table>
  )
}
