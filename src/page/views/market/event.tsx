import { useMemo, useState } from 'preact/hooks'
import type { EventCandles, UnifiedEvent } from '../../../api/models/models.js'
import { type ChartLine, LineChart, lineColours } from '../../chart/line-chart.js'
import { requestOf } from '../../shared/copy-as.js'
import { priceText, UNKNOWN_TEXT } from '../../shared/labels.js'
import { Card, CopyCall, Empty, FailureNotice, Loading, Table } from '../../shared/parts.js'
import { fetchData } from '../../shared/request.js'
import { hashOf } from '../../shared/route.js'
import { useRequest } from '../../shared/use-request.js'

interface Props {
  readonly venue: string
  readonly eventId: string
  /** The market that is displayed. */
  readonly marketId: string
}

const CANDLES = 168
/** Each outcome costs venue calls. If there are more markets than this, the chart is loaded only on request. */
const MAX_UNASKED = 12

/** Shows the first outcome of each of the event's markets on one chart. */
export function EventCard({ venue, eventId, marketId }: Props) {
  const [isWanted, want] = useState(false)
  const lookUp = { venue, method: 'fetchEvent' as const, args: [{ eventId }] }
  const { target: eventTarget } = requestOf(lookUp)
  const event = useRequest(
    eventTarget,
    async (signal) => (await fetchData<UnifiedEvent>(eventTarget, { signal })).data,
  )
  const call = {
    venue,
    method: 'fetchEventOHLCV' as const,
    args: [{ eventId, resolution: '1h', limit: CANDLES }],
  }
  const { target } = requestOf(call)
  const markets = event.data?.markets ?? []
  const mayAsk = markets.length > 1 && (isWanted || markets.length <= MAX_UNASKED)
  const grid = useRequest(
    mayAsk ? target : '',
    async (signal) => (await fetchData<EventCandles>(target, { signal })).data,
  )
  if (event.data !== undefined && markets.length < 2) return null
  return (
    <Card
      title="All outcomes of the event"
      note={event.data === undefined ? undefined : `${event.data.title}, 1h`}
      class="wide"
      tools={<CopyCall name="the event's candles" call={call} />}
    >
      {event.failure !== undefined && <FailureNotice failure={event.failure} again={event.again} />}
      {event.data !== undefined && !mayAsk && (
        <Empty>
          The chart of {markets.length} markets needs one venue call for each.{' '}
          <button type="button" onClick={() => want(true)}>
            Show all
          </button>
        </Empty>
      )}
      {grid.failure !== undefined && <FailureNotice failure={grid.failure} again={grid.again} />}
      {grid.data !== undefined ? (
        <Grid candles={grid.data} venue={venue} marketId={marketId} />
      ) : (
        (event.isLoading || grid.isLoading) && <Loading what="Loading the candles of all outcomes" />
      )}
    </Card>
  )
}

interface Row extends ChartLine {
  readonly marketId: string
  readonly first: number | undefined
  readonly last: number | undefined
}

function Grid({
  candles,
  venue,
  marketId,
}: {
  readonly candles: EventCandles
  readonly venue: string
  readonly marketId: string
}) {
  const rows = useMemo(() => rowsOf(candles), [candles])
  if (candles.timestamps.length === 0) return <Empty>No outcome of this event has traded yet.</Empty>
  return (
    <>
      <LineChart
        times={candles.timestamps}
        lines={rows}
        name={`Prices of ${rows.length} outcomes over the last ${candles.timestamps.length} hours; the table below contains the numbers`}
      />
      <Table
        name="Outcomes of the event"
        kind="outcomes-table"
        columns={['Outcome', { number: 'Last' }, { number: 'Change' }]}
      >
        {rows.map((row, index) => (
          <tr key={row.marketId}>
            <td>
              <i class={index < lineColours.length ? `key line-${index + 1}` : 'key line-more'} />
              {row.marketId === marketId ? (
                <strong>{row.label}</strong>
              ) : (
                <a href={hashOf({ view: 'market', venue, marketId: row.marketId })}>{row.label}</a>
              )}
            </td>
            <td class="num">{priceText(row.last)}</td>
            <td class="num">{changeText(row)}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

/** Returns the first outcome of each market, most probable first. */
function rowsOf({ outcomes }: EventCandles): Row[] {
  const seen = new Set<string>()
  return outcomes
    .filter(({ marketId }) => !seen.has(marketId) && seen.add(marketId))
    .map(({ marketId, label, candles }) => {
      const known = candles.filter((candle) => candle !== null)
      return {
        marketId,
        label,
        values: candles.map((candle) => candle?.close ?? null),
        first: known[0]?.open,
        last: known.at(-1)?.close,
      }
    })
    .sort((a, b) => (b.last ?? -1) - (a.last ?? -1))
}

function changeText({ first, last }: Row): string {
  if (first === undefined || last === undefined) return UNKNOWN_TEXT
  const change = (last - first) * 100
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toFixed(1)}`
}
