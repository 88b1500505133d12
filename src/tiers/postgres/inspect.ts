import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Span } from '../../api/times/span.js'
import type { SharedSeries } from '../../candles/shared/candle-tier.js'
import type { PostgresConnection } from './connection/connection.js'
import { toSeries } from './shared-rows.js'

type Rows = Pick<PostgresConnection, 'rows'>

/** The contents of a shared history. */
export interface SharedOverview {
  readonly series: number
  readonly candles: number
  /** Size on the server's disk, including indexes. */
  readonly bytes: number
  readonly outcomes: number
  readonly retractions: number
  /** Number of leases that have not expired. */
  readonly claims: number
  readonly venues: readonly { readonly venue: string; readonly series: number; readonly candles: number }[]
  readonly daemons: readonly SharedDaemon[]
  readonly budgets: readonly SharedBudget[]
}

/** A rate limit that daemons share. */
interface SharedBudget {
  /** `egress venue host`, with the group if there is one. */
  readonly name: string
  /** Time since it was used, ms. */
  readonly usedMsAgo: number
  /** Remaining pause that the venue requested, ms. */
  readonly pausedMs: number
}

/** The uploads of one daemon. */
interface SharedDaemon {
  readonly daemon: string
  readonly versions: readonly string[]
  /** Coverage entries. */
  readonly spans: number
  /** When it fetched its newest part, epoch ms. */
  readonly newestAt: number
}

/** Counts everything in a shared history. It reads whole tables. */
export async function readSharedOverview({ rows }: Rows, signal: AbortSignal): Promise<SharedOverview> {
  const venues = await rows(
    `SELECT s.venue, count(*), sum(s.loose + coalesce(c.candles, 0))::bigint FROM pmx_local.series s
     LEFT JOIN (SELECT series_id, sum(count) AS candles FROM pmx_local.chunks GROUP BY 1) c ON c.series_id = s.id
     GROUP BY 1 ORDER BY 1`,
    [],
    signal,
  )
  const daemons = await rows(
    `SELECT daemon, array_agg(DISTINCT version ORDER BY version), count(*), max(fetched_at) FROM pmx_local.coverage
     GROUP BY 1 ORDER BY 1`,
    [],
    signal,
  )
  // A standby does not have the tables of claims and rate limits, which are not in the log of the server.
  const [[isStandby] = []] = await rows('SELECT pg_is_in_recovery()', [], signal)
  const budgets =
    isStandby === true
      ? []
      : await rows(
          `SELECT name, extract(epoch FROM clock_timestamp() - updated_at) * 1000,
       greatest(0, extract(epoch FROM paused_until - clock_timestamp()) * 1000)
     FROM pmx_local.rate_budgets ORDER BY 1`,
          [],
          signal,
        )
  const [[bytes, outcomes, retractions] = []] = await rows(
    `SELECT (SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'pmx_local' AND c.relkind = 'r'),
       (SELECT count(*) FROM pmx_local.outcomes), (SELECT count(*) FROM pmx_local.retractions)`,
    [],
    signal,
  )
  const [[claims] = [0]] =
    isStandby === true
      ? []
      : await rows('SELECT count(*) FROM pmx_local.claims WHERE until > clock_timestamp()', [], signal)
  const ofVenues = venues.map(([venue, series, candles]) => ({
    venue: String(venue),
    series: Number(series),
    candles: Number(candles),
  }))
  return {
    series: sumOf(ofVenues.map(({ series }) => series)),
    candles: sumOf(ofVenues.map(({ candles }) => candles)),
    bytes: Number(bytes),
    outcomes: Number(outcomes),
    retractions: Number(retractions),
    claims: Number(claims),
    venues: ofVenues,
    daemons: daemons.map(([daemon, versions, spans, newestAt]) => ({
      daemon: String(daemon),
      versions: versions as string[],
      spans: Number(spans),
      newestAt: Number(newestAt),
    })),
    budgets: budgets.map(([name, usedMsAgo, pausedMs]) => ({
      name: String(name),
      usedMsAgo: Math.round(Number(usedMsAgo)),
      pausedMs: Math.ceil(Number(pausedMs)),
    })),
  }
}

/** Facts about a server that determine whether it can be used. */
export interface ServerFacts {
  /** Such as 150018. */
  readonly version: number
  readonly encoding: string
  readonly user: string
  readonly isEncrypted: boolean
  /** `installed`, or only `available`, or undefined if the server does not have it. */
  readonly btreeGist: 'installed' | 'available' | undefined
  /** Whether the schema pmx_local is there. */
  readonly hasSchema: boolean
  readonly mayCreateSchema: boolean
  /** Whether the database itself refuses overlapping coverage. */
  readonly hasConstraint: boolean
}

/** Reads a server's facts, even if it has no shared history. */
export async function readServerFacts({ rows }: Rows, signal: AbortSignal): Promise<ServerFacts> {
  const [[version, encoding, user, isEncrypted, btreeGist, hasSchema, mayCreateSchema, hasConstraint] = []] =
    await rows(
      `SELECT current_setting('server_version_num')::int, current_setting('server_encoding'), current_user,
         coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
         (SELECT CASE WHEN installed_version IS NULL THEN 'available' ELSE 'installed' END
            FROM pg_available_extensions WHERE name = 'btree_gist'),
         EXISTS (SELECT FROM pg_namespace WHERE nspname = 'pmx_local'),
         has_database_privilege(current_database(), 'CREATE'),
         EXISTS (SELECT FROM pg_constraint WHERE conname = 'coverage_disjoint' AND contype = 'x')`,
      [],
      signal,
    )
  return {
    version: Number(version),
    encoding: String(encoding),
    user: String(user),
    isEncrypted: isEncrypted === true,
    btreeGist: btreeGist === 'installed' || btreeGist === 'available' ? btreeGist : undefined,
    hasSchema: hasSchema === true,
    mayCreateSchema: mayCreateSchema === true,
    hasConstraint: hasConstraint === true,
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** A shared series, and the open times of its extent. */
export interface SharedExtent extends Span {
  readonly series: SharedSeries
}

/** Returns the series of a venue with coverage after a time, in a fixed order. */
export async function readSharedExtents(
  { rows }: Rows,
  venue: VenueId,
  since: number,
  signal: AbortSignal,
): Promise<readonly SharedExtent[]> {
  const found = await rows(
    `SELECT min(c.from_time), max(c.to_time), s.venue, s.series_key, s.step_ms, s.basis
     FROM pmx_local.series s JOIN pmx_local.coverage c ON c.series_id = s.id
     WHERE s.venue = $1 AND c.to_time > $2 GROUP BY s.id ORDER BY s.series_key, s.step_ms, s.basis`,
    [venue, since],
    signal,
  )
  return found.map(([from, to, ...names]) => ({
    series: toSeries(names),
    from: Math.max(Number(from), since),
    to: Number(to),
  }))
}
