import { useState } from 'preact/hooks'
import type { KnownSpan } from '../../chart/gaps.js'
import { agoText, bytesText, countText, minuteText, shortId, UNKNOWN_TEXT } from '../../shared/labels.js'
import { Card, Empty, Shown, Table } from '../../shared/parts.js'
import { fetchPlain } from '../../shared/request.js'
import { useRequest } from '../../shared/use-request.js'

interface StoredSeries {
  readonly venue: string
  readonly series: string
  readonly resolution: string
  readonly basis: string
  readonly candles: number
  readonly first?: number
  readonly last?: number
  readonly fetchedAt?: number
  readonly spans: readonly KnownSpan[]
}

type Stored =
  | { readonly kind: 'memory' }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly bytes: number
      readonly venues: Readonly<Record<string, number>>
      readonly series: readonly StoredSeries[]
      readonly more: boolean
    }

const EVERY_MS = 10_000
const PAGE = 20

/** Shows the stored series with their coverage. */
export function StoredCard() {
  const [offset, setOffset] = useState(0)
  const stored = useRequest(
    `stored ${offset}`,
    async (signal) => (await fetchPlain<Stored>(`/ui/stored?offset=${offset}`, { signal })).data,
    EVERY_MS,
  )
  return (
    <Shown of={stored} what="Loading the stored series">
      {(known) =>
        known.kind === 'memory' ? (
          <Card title="Candles">
            <Empty>Candles are stored in memory only. They are lost when the daemon stops.</Empty>
          </Card>
        ) : (
          <Card
            title="Candles"
            note={`${countText(sumOf(known.venues))} series of ${ofVenues(known.venues)}, ${bytesText(known.bytes)}`}
          >
            {known.series.length === 0 ? (
              <Empty>No candles are stored yet. Requested candles appear here.</Empty>
            ) : (
              <SeriesTable series={known.series} />
            )}
            {(offset > 0 || known.more) && (
              <p class="more">
                <button type="button" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
                  Newer
                </button>
                <button type="button" disabled={!known.more} onClick={() => setOffset(offset + PAGE)}>
                  Older
                </button>
              </p>
            )}
            <p class="note path">
              <code>{known.path}</code>
            </p>
          </Card>
        )
      }
    </Shown>
  )
}

function ofVenues(counts: Readonly<Record<string, number>>): string {
  const count = Object.keys(counts).length
  return count === 1 ? 'one venue' : `${count} venues`
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function SeriesTable({ series }: { readonly series: readonly StoredSeries[] }) {
  const now = Date.now()
  return (
    <Table
      name="Stored series, newest first"
      kind="series"
      columns={['Series', 'Resolution', { number: 'Candles' }, 'Coverage', { number: 'Fetched' }]}
    >
      {series.map((one) => (
        <tr key={`${one.venue} ${one.series} ${one.resolution} ${one.basis}`}>
          <td>
            {one.venue} <code title={one.series}>{shortId(one.series)}</code>
          </td>
          <td>{one.resolution}</td>
          <td class="num">{countText(one.candles)}</td>
          <td>
            <CoverageBar series={one} />
          </td>
          <td class="num">{one.fetchedAt === undefined ? UNKNOWN_TEXT : agoText(one.fetchedAt, now)}</td>
        </tr>
      ))}
    </Table>
  )
}

/**
 * Shows the coverage of a series from its first known time to its last: filled if there are candles, pale where there can
 * be none.
 */
function CoverageBar({ series }: { readonly series: StoredSeries }) {
  const { spans } = series
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined) return <span class="note">nothing yet</span>
  const [from, to] = [first[0], last[1]]
  const across = (at: number): number => ((at - from) / Math.max(1, to - from)) * 100
  const label = `Covered from ${minuteText(from)} to ${minuteText(to)} in ${spans.length} ${spans.length === 1 ? 'range' : 'ranges'}`
  return (
    <span class="coverage" title={label}>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={label}>
        {spans.map(([begin, end, kind]) => (
          <rect
            key={begin}
            class={kind === 'data' ? 'data' : 'nothing'}
            x={across(begin)}
            width={Math.max(0.4, across(end) - across(begin))}
            y="0"
            height="6"
          />
        ))}
      </svg>
      <span class="note">
        {minuteText(from).slice(0, 10)} – {minuteText(to).slice(0, 10)}
      </span>
    </span>
  )
}
