import { useMemo } from 'preact/hooks'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import type { MarketOutcome, PriceCandle } from '../../../api/models/models.js'
import { CandleChart } from '../../chart/candle-chart.js'
import { coverageFor, type StepCoverage } from '../../chart/gaps.js'
import { requestOf } from '../../shared/copy-as.js'
import { Card, Choice, CopyCall, Empty, Shown } from '../../shared/parts.js'
import { fetchData, fetchPlain } from '../../shared/request.js'
import { hashOf, type MarketLocation } from '../../shared/route.js'
import { useRequest } from '../../shared/use-request.js'

const steps = [
  ['1m', 60_000],
  ['5m', 300_000],
  ['15m', 900_000],
  ['1h', 3_600_000],
  ['6h', 21_600_000],
  ['1d', 86_400_000],
] as const

const CANDLES = 200
const EVERY_MS = 10_000

interface Told {
  readonly candles: readonly PriceCandle[]
  readonly partialFrom: number | undefined
  /** The reason why they may be out of date, or undefined. */
  readonly stale: string | undefined
  readonly basis: string | undefined
}

/** Shows the candles of an outcome with a choice of the resolution. */
export function CandleCard({
  place,
  outcome,
}: {
  readonly place: MarketLocation
  readonly outcome: MarketOutcome
}) {
  const { venue } = place
  const { outcomeId, label } = outcome
  const [resolution, stepMs] = steps.find(([name]) => name === place.resolution) ?? steps[3]
  const call = { venue, method: 'fetchOHLCV' as const, args: [outcomeId, { resolution, limit: CANDLES }] }
  const { target } = requestOf(call)
  const candles = useRequest(
    target,
    async (signal): Promise<Told> => {
      const { data, headers } = await fetchData<PriceCandle[]>(target, { signal })
      const partial = headers.get(pmxHeaders.partialFrom)
      return {
        candles: data,
        partialFrom: partial === null ? undefined : Number(partial),
        stale: headers.get(pmxHeaders.stale) ?? undefined,
        basis: headers.get(pmxHeaders.priceBasis) ?? undefined,
      }
    },
    EVERY_MS,
  )
  // The stored data changes with each request, so it is loaded afterwards.
  const isRead = candles.data !== undefined
  const coverage = useRequest(isRead ? `coverage ${target}` : '', async (signal) => {
    const query = new URLSearchParams({ venue, outcomeId })
    return (await fetchPlain<{ kind: string; steps: StepCoverage[] }>(`/ui/coverage?${query}`, { signal }))
      .data
  })
  const spans = useMemo(
    () =>
      coverage.data?.kind === 'file' ? (coverageFor(coverage.data.steps, stepMs)?.spans ?? []) : undefined,
    [coverage.data, stepMs],
  )
  return (
    <Card
      title="Candles"
      class="wide"
      note={
        candles.data?.basis === undefined
          ? undefined
          : `${label}, ${basisWords[candles.data.basis] ?? candles.data.basis}`
      }
      tools={
        <>
          <Choice
            name="Resolution"
            options={steps.map(([value]) => ({ value, label: value }))}
            value={resolution}
            onChange={(value) => {
              location.hash = hashOf({ ...place, resolution: value })
            }}
          />
          <CopyCall name="these candles" call={call} />
        </>
      }
    >
      <Shown of={candles} what="Loading candles">
        {({ candles: bars, partialFrom, stale }) =>
          bars.length === 0 ? (
            <Empty>No candles of this resolution: there were no trades.</Empty>
          ) : (
            <>
              {stale !== undefined && <p class="state stale">Showing cached candles: {stale}</p>}
              <CandleChart
                candles={bars}
                stepMs={stepMs}
                partialFrom={partialFrom}
                spans={spans}
                name={`${label}, ${resolution}`}
              />
            </>
          )
        }
      </Shown>
    </Card>
  )
}

/** Labels of the price basis of candles. */
const basisWords: Readonly<Record<string, string>> = {
  trade: 'trade prices',
  point: 'sampled prices',
  mid: 'mid prices',
  sampled: 'mid prices sampled by this daemon',
}
