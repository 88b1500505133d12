import type { SourceId } from '../api/envelope/source-ids.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import type { BreakerState } from '../policy/circuit-breaker.js'
import type { BucketState } from '../policy/token-bucket.js'
import type { VenueCounters } from '../transport/address-failover.js'
import { type Family, renderExposition, type Sample } from './exposition.js'

const counted = ['sent', 'ok', 'failed', 'retried', 'coalesced', 'rateLimited', 'refused'] as const

/** Data about a stored list. */
export interface ListFacts {
  readonly venue: VenueId
  readonly status: string
  readonly rows?: number | undefined
  /** Seconds since the start of its last sync, or undefined before the first one. */
  readonly ageSeconds?: number | undefined
}

/** Data about a history that daemons share: its counts since the start, and its current state. */
interface SharedFacts {
  readonly name: string
  readonly state: 'ok' | 'down'
  readonly clockOffsetMs?: number
  readonly outbox: number
  readonly taken: number
  readonly missed: number
  readonly given: number
  readonly claimed: number
  readonly waited: number
  readonly failed: number
  readonly dropped: number
  readonly retracted: number
  readonly budgets?: { readonly state: 'shared' | 'alone'; readonly granted: number }
}

/** Data for metrics other than the traffic. */
export interface MetricFacts {
  readonly version: string
  readonly mode: string
  readonly uptimeSeconds: number
  readonly residentBytes: number
  /** CPU time of this process since its start. */
  readonly cpuSeconds: number
  readonly counters: ReadonlyMap<SourceId, VenueCounters>
  /** Breakers that are not closed, by `venue host`. */
  readonly breakers: ReadonlyMap<string, BreakerState>
  /** By `venue host` and `venue host group`. */
  readonly budgets: ReadonlyMap<string, BucketState>
  /** Hosts with an active failover, by `venue host`. */
  readonly failovers: Iterable<string>
  /** Malformed rows that lists left out, by venue. */
  readonly skippedRows: ReadonlyMap<VenueId, number>
  readonly candles: {
    /** Candles passed to the store since the daemon started. */
    readonly stored: number
    readonly series: number
    /** Candles in memory that could not be written yet. */
    readonly unsaved: number
    readonly isStoredForGood: boolean
  }
  /** File sizes in bytes, by content. */
  readonly fileBytes: ReadonlyMap<string, number>
  /** The shared histories. Empty without one. */
  readonly shared: readonly SharedFacts[]
  /** Whether orders are stopped until they are resumed. */
  readonly areOrdersStopped: boolean
  readonly lists: readonly ListFacts[]
  /** Counts of stream events, by venue. */
  readonly streams: ReadonlyMap<VenueId, Readonly<Record<string, number>>>
  /** Counts of the socket server; `open`, `watched` and `subscriptions` are current values. */
  readonly sockets: Readonly<Record<string, number>>
  /** Whether the SDKs' lock file points to this daemon, or undefined if it is turned off. */
  readonly leadsHere: boolean | undefined
}

/** Counts from the HTTP server. */
export interface ServerMetrics {
  /** The size of ready responses in memory, bytes. */
  readonly readyBytes: number
  readonly traffic: readonly Family[]
}

/** Renders all metrics as Prometheus text. */
export function renderMetrics(facts: MetricFacts, door: ServerMetrics): string {
  const { version, mode, counters, budgets, candles } = facts
  return renderExposition([
    gauge('pmx_info', 'Version and mode of the daemon. Always 1.', [{ labels: { version, mode }, value: 1 }]),
    gauge('pmx_uptime_seconds', 'Seconds since the daemon started.', [{ value: facts.uptimeSeconds }]),
    gauge('pmx_resident_bytes', 'Resident memory of the process.', [{ value: facts.residentBytes }]),
    counter('pmx_cpu_seconds_total', 'CPU time used by the process.', [{ value: facts.cpuSeconds }]),
    ...door.traffic,
    counter('pmx_candles_stored_total', 'Candles passed to the store since the daemon started.', [
      { value: candles.stored },
    ]),
    gauge('pmx_candle_series', 'Stored candle series.', [{ value: candles.series }]),
    gauge('pmx_candles_unsaved', 'Candles in memory that are waiting to be written to the file.', [
      { value: candles.unsaved },
    ]),
    gauge('pmx_candle_store_ok', '1 if fetched candles are stored on disk.', [
      { value: candles.isStoredForGood ? 1 : 0 },
    ]),
    gauge('pmx_file_bytes', 'File size by content.', labelled('file', facts.fileBytes)),
    ...sharedFamilies(facts.shared),
    gauge('pmx_orders_stopped', '1 while orders are stopped.', [{ value: facts.areOrdersStopped ? 1 : 0 }]),
    gauge('pmx_ready_bytes', 'Memory used by prepared responses.', [{ value: door.readyBytes }]),
    gauge(
      'pmx_list_age_seconds',
      'Age of a cached list: seconds since its last sync began.',
      listSamples(facts, 'ageSeconds'),
    ),
    gauge('pmx_list_rows', 'Number of rows in a cached list.', listSamples(facts, 'rows')),
    counter(
      'pmx_rows_skipped_total',
      'List rows that could not be read and were left out.',
      labelled('venue', facts.skippedRows),
    ),
    counter(
      'pmx_venue_calls_total',
      'Venue calls by result.',
      [...counters].flatMap(([venue, row]) =>
        counted.map((name) => ({ labels: { venue, what: snake(name) }, value: row[name] })),
      ),
    ),
    gauge(
      'pmx_venue_calls_in_flight',
      'Venue calls in flight.',
      [...counters].map(([venue, row]) => ({ labels: { venue }, value: row.inFlight })),
    ),
    gauge(
      'pmx_venue_last_ok_timestamp_seconds',
      'Time of the last response from a venue.',
      [...counters].flatMap(([venue, { lastOkAt }]) =>
        lastOkAt === undefined ? [] : [{ labels: { venue }, value: lastOkAt / 1000 }],
      ),
    ),
    ...budgetFamilies(budgets),
    gauge(
      'pmx_breaker_open',
      'State of the circuit breakers: 1 is open, 0.5 is half-open.',
      [...facts.breakers].map(([key, { kind }]) => ({
        labels: placeOf(key),
        value: kind === 'open' ? 1 : kind === 'half-open' ? 0.5 : 0,
      })),
    ),
    gauge(
      'pmx_host_failover',
      '1 for hosts that are called at an alternative address.',
      [...facts.failovers].map((key) => ({ labels: placeOf(key), value: 1 })),
    ),
    ...(facts.leadsHere === undefined
      ? []
      : [
          gauge('pmx_sdk_lock', "1 if the SDKs' lock file points to this daemon.", [
            { value: Number(facts.leadsHere) },
          ]),
        ]),
    ...streamFamilies(facts),
  ])
}

const sharedCounts = [
  ['taken', 'taken_candles'],
  ['missed', 'spans_not_there'],
  ['given', 'given_candles'],
  ['claimed', 'leases'],
  ['waited', 'waits'],
  ['failed', 'failed_calls'],
  ['dropped', 'dropped_parts'],
  ['retracted', 'withdrawn_spans'],
] as const

function sharedFamilies(tiers: readonly SharedFacts[]): readonly Family[] {
  if (tiers.length === 0) return []
  const each = (read: (facts: SharedFacts) => number | undefined): Sample[] =>
    tiers.flatMap((facts) => {
      const value = read(facts)
      return value === undefined ? [] : [{ labels: { tier: facts.name }, value }]
    })
  return [
    counter(
      'pmx_shared_total',
      'Candles exchanged with a shared history.',
      tiers.flatMap((facts) =>
        sharedCounts.map(([name, what]) => ({ labels: { tier: facts.name, what }, value: facts[name] })),
      ),
    ),
    gauge(
      'pmx_shared_ok',
      '1 while a shared history responds.',
      each(({ state }) => Number(state === 'ok')),
    ),
    gauge(
      'pmx_shared_outbox',
      'Series with candles that are waiting for upload to a shared history.',
      each(({ outbox }) => outbox),
    ),
    gauge(
      'pmx_shared_clock_offset_seconds',
      "The shared history's clock minus the daemon's clock.",
      each(({ clockOffsetMs }) => (clockOffsetMs === undefined ? undefined : clockOffsetMs / 1000)),
    ),
    gauge(
      'pmx_shared_budgets_ok',
      '1 while the rate limits of venues are shared, 0 while the daemon uses its own share of them.',
      each(({ budgets }) => budgets && Number(budgets.state === 'shared')),
    ),
    counter(
      'pmx_shared_budget_tokens_total',
      'Tokens that the daemon got from shared rate limits.',
      each(({ budgets }) => budgets?.granted),
    ),
  ]
}

function streamFamilies({ streams, sockets }: MetricFacts): readonly Family[] {
  const { open = 0, watched = 0, subscriptions = 0, ...since } = sockets
  return [
    counter(
      'pmx_stream_events_total',
      'Events on the venue streams.',
      [...streams].flatMap(([venue, row]) =>
        Object.entries(row).map(([name, value]) => ({ labels: { venue, what: snake(name) }, value })),
      ),
    ),
    gauge('pmx_sockets_open', 'Sockets of clients.', [{ value: open }]),
    gauge('pmx_socket_subscriptions', 'Subscriptions of client sockets.', [{ value: subscriptions }]),
    gauge('pmx_socket_watched', 'Topics watched on client sockets.', [{ value: watched }]),
    counter(
      'pmx_socket_events_total',
      'Events on client sockets.',
      Object.entries(since).map(([name, value]) => ({ labels: { what: snake(name) }, value })),
    ),
  ]
}

function budgetFamilies(budgets: ReadonlyMap<string, BucketState>): readonly Family[] {
  const of = (read: (state: BucketState) => number): Sample[] =>
    [...budgets].map(([key, state]) => ({ labels: placeOf(key), value: read(state) }))
  return [
    gauge(
      'pmx_budget_waiting',
      "Calls waiting for a venue's rate budget.",
      of(({ waiting }) => waiting),
    ),
    gauge(
      'pmx_budget_left',
      'Calls that the budget currently allows without waiting.',
      of(({ left }) => left),
    ),
    gauge(
      'pmx_budget_capacity',
      'Calls that a full budget allows without waiting.',
      of(({ capacity }) => capacity),
    ),
    gauge(
      'pmx_budget_paused_seconds',
      "Seconds until calls resume after a venue's rate limit was reached.",
      of(({ pausedMs }) => pausedMs / 1000),
    ),
  ]
}

function listSamples({ lists }: MetricFacts, name: 'ageSeconds' | 'rows'): Sample[] {
  return lists.flatMap(({ venue, status, [name]: value }) =>
    value === undefined ? [] : [{ labels: { venue, status }, value }],
  )
}

/** Splits `venue host group` into its parts. */
function placeOf(key: string): Record<string, string> {
  const [venue = '', host = '', ...group] = key.split(' ')
  return { venue, host, ...(group.length === 0 ? {} : { group: group.join(' ') }) }
}

function labelled(name: string, values: ReadonlyMap<string, number>): Sample[] {
  return [...values].map(([key, value]) => ({ labels: { [name]: key }, value }))
}

function gauge(name: string, help: string, samples: Iterable<Sample>): Family {
  return { name, help, type: 'gauge', samples }
}

function counter(name: string, help: string, samples: Iterable<Sample>): Family {
  return { name, help, type: 'counter', samples }
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
