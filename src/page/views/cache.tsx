import { useState } from 'preact/hooks'
import { askPlain } from '../ask.js'
import { type Asked, useAsked } from '../asked.js'
import type { KnownSpan } from '../chart/gaps.js'
import type { Health } from '../health.js'
import { Card, Empty, Shown, TableFrame } from '../parts.js'
import { agoText, bytesText, countText, minuteText, shortId, UNKNOWN } from '../words.js'

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

/** What is kept on this machine: candles, lists, pins, and how a recording or replay is doing. */
export function CacheView({ health }: { readonly health: Asked<Health> }) {
  return (
    <>
      <div class="hello">
        <h1>What is kept on this machine</h1>
        <p class="note">What is kept costs the venues nothing when it is asked for again.</p>
      </div>
      <CassetteCard />
      <StoredCard />
      <PinsCard />
      <Shown of={health} what="Asking the daemon how it is">
        {(now) => <ListsCard health={now} />}
      </Shown>
    </>
  )
}

function StoredCard() {
  const [offset, setOffset] = useState(0)
  const stored = useAsked(
    `stored ${offset}`,
    async (signal) => (await askPlain<Stored>(`/ui/stored?offset=${offset}`, { signal })).data,
    EVERY_MS,
  )
  return (
    <Shown of={stored} what="Looking at what is stored">
      {(known) =>
        known.kind === 'memory' ? (
          <Card title="Candles">
            <Empty>
              Candles are kept in memory only, as the daemon was started, and are gone when it stops.
            </Empty>
          </Card>
        ) : (
          <Card
            title="Candles"
            note={`${countText(sumOf(known.venues))} series of ${Object.keys(known.venues).length} venues, ${bytesText(known.bytes)}`}
          >
            {known.series.length === 0 ? (
              <Empty>Nothing is stored yet. Candles that somebody asks for stay here.</Empty>
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

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function SeriesTable({ series }: { readonly series: readonly StoredSeries[] }) {
  const now = Date.now()
  return (
    <TableFrame name="Stored series, those begun last first">
      <table class="series">
        <thead>
          <tr>
            <th scope="col">Series</th>
            <th scope="col">Step</th>
            <th scope="col" class="num">
              Candles
            </th>
            <th scope="col">Known</th>
            <th scope="col" class="num">
              Asked
            </th>
          </tr>
        </thead>
        <tbody>
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
              <td class="num">{one.fetchedAt === undefined ? UNKNOWN : agoText(one.fetchedAt, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

/** What is known of a series from its first known time to its last: filled where there are candles, pale where none can be. */
function CoverageBar({ series }: { readonly series: StoredSeries }) {
  const { spans } = series
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined) return <span class="note">nothing yet</span>
  const [from, to] = [first[0], last[1]]
  const across = (at: number): number => ((at - from) / Math.max(1, to - from)) * 100
  const label = `Known from ${minuteText(from)} to ${minuteText(to)} in ${spans.length} ${spans.length === 1 ? 'piece' : 'pieces'}`
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

interface Capture {
  readonly outcomeId: string
  readonly resolution: string
  readonly capturedTo?: number
  readonly at?: number
  readonly nextAt: number
  readonly done?: true
  readonly problem?: string
}

interface Pins {
  readonly kind: 'kept' | 'none' | 'damaged'
  readonly problem?: string
  readonly pins: readonly {
    readonly venue: string
    readonly id: string
    readonly pinnedAt: number
    readonly outcomes: readonly {
      readonly outcomeId: string
      readonly label?: string
      readonly market?: string
    }[]
    readonly captures: readonly Capture[]
  }[]
}

function PinsCard() {
  const pins = useAsked(
    'pins',
    async (signal) => (await askPlain<Pins>('/ui/pins', { signal })).data,
    EVERY_MS,
  )
  return (
    <Card title="Pins" note="captured for as long as the daemon runs">
      <Shown of={pins} what="Looking at the pins">
        {(known) =>
          known.kind === 'damaged' ? (
            <p class="state failure">{known.problem}</p>
          ) : known.pins.length === 0 ? (
            <Empty>
              Nothing is pinned. <code>pmx-local pin &lt;venue&gt; &lt;market&gt;</code> keeps the candles of
              a market before its venue forgets them.
            </Empty>
          ) : (
            <PinTable pins={known.pins} />
          )
        }
      </Shown>
    </Card>
  )
}

function PinTable({ pins }: { readonly pins: Pins['pins'] }) {
  const now = Date.now()
  return (
    <TableFrame name="Pins and how far they are captured">
      <table>
        <thead>
          <tr>
            <th scope="col">Pinned</th>
            <th scope="col">Captured</th>
            <th scope="col" class="num">
              Next
            </th>
          </tr>
        </thead>
        <tbody>
          {pins.map(({ venue, id, outcomes, captures }) => {
            const steps = captures.length
            const done = captures.filter(({ at }) => at !== undefined).length
            const next = captures.filter((capture) => capture.done !== true).map(({ nextAt }) => nextAt)
            const problem = captures.find((capture) => capture.problem !== undefined)?.problem
            const title = outcomes.find(({ market }) => market !== undefined)?.market ?? shortId(id, 40)
            return (
              <tr key={`${venue} ${id}`}>
                <td>
                  {title} <span class="note">{venue}</span>
                  {problem !== undefined && <p class="bad small">{problem}</p>}
                </td>
                <td>
                  <progress
                    max={Math.max(1, steps)}
                    value={done}
                    aria-label={`${title}: ${done} of ${steps} steps captured`}
                  />{' '}
                  <span class="note">
                    {done} of {steps}
                  </span>
                </td>
                <td class="num">
                  {next.length === 0
                    ? steps === 0
                      ? UNKNOWN
                      : 'complete'
                    : nextText(Math.min(...next), now)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableFrame>
  )
}

function nextText(at: number, now: number): string {
  return at <= now ? 'due' : `in ${agoText(now - (at - now), now).replace(' ago', '')}`
}

function ListsCard({ health }: { readonly health: Health }) {
  const lists = Object.entries(health.catalog?.lists ?? {}).flatMap(([venue, known]) =>
    known.map((list) => ({ venue, ...list })),
  )
  return (
    <Card title="Lists" note="of markets and events">
      {lists.length === 0 ? (
        <Empty>
          {health.mode === 'live'
            ? 'No list is kept yet. The first search reads them.'
            : 'Lists of a demo world or a recording are not kept: they are read when somebody asks.'}
        </Empty>
      ) : (
        <TableFrame name="Kept lists">
          <table>
            <thead>
              <tr>
                <th scope="col">Venue</th>
                <th scope="col">List</th>
                <th scope="col" class="num">
                  Rows
                </th>
                <th scope="col" class="num">
                  Read
                </th>
              </tr>
            </thead>
            <tbody>
              {lists.map(({ venue, status, rows, readAt, reading }) => (
                <tr key={`${venue} ${status}`}>
                  <td>{venue}</td>
                  <td>{status}</td>
                  <td class="num">{countText(rows)}</td>
                  <td class="num">
                    {reading !== undefined
                      ? `${countText(reading)} so far`
                      : readAt === undefined
                        ? UNKNOWN
                        : agoText(readAt, health.timestamp)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </Card>
  )
}

interface Cassette {
  readonly kind: 'none' | 'record' | 'replay'
  readonly file?: string
  readonly files?: readonly string[]
  readonly entries?: number
  readonly withheld?: number
  readonly ended?: string
  readonly answered?: number
  readonly missed?: number
  readonly misses?: readonly {
    readonly venue: string
    readonly call: string
    readonly times: number
    readonly message: string
  }[]
  readonly unused?: { readonly count: number; readonly calls: readonly string[] }
}

function CassetteCard() {
  const cassette = useAsked(
    'cassette',
    async (signal) => (await askPlain<Cassette>('/ui/cassette', { signal })).data,
    EVERY_MS,
  )
  const { data } = cassette
  if (data === undefined || data.kind === 'none') return null
  if (data.kind === 'record')
    return (
      <Card title="Recording" note={data.file}>
        <p class="state">
          {countText(data.entries)} answers written
          {(data.withheld ?? 0) > 0 && `, ${data.withheld} held back because a secret stood in them`}.
        </p>
        {data.ended !== undefined && <p class="state failure">Nothing more is written: {data.ended}</p>}
      </Card>
    )
  const misses = data.misses ?? []
  return (
    <Card title="Replay" note={data.files?.join(', ')}>
      <p class="state">
        {countText(data.answered)} venue calls answered, {countText(data.missed)} not in the recording,{' '}
        {countText(data.unused?.count)} recorded and not asked for.
      </p>
      {misses.length > 0 && (
        <TableFrame name="What the recording does not hold">
          <table>
            <thead>
              <tr>
                <th scope="col">Missed</th>
                <th scope="col" class="num">
                  Times
                </th>
              </tr>
            </thead>
            <tbody>
              {[...misses].reverse().map(({ venue, call, times, message }) => (
                <tr key={`${venue} ${call}`}>
                  <td>
                    {venue} <code>{call}</code>
                    <p class="note">{message}</p>
                  </td>
                  <td class="num">{times}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </Card>
  )
}
