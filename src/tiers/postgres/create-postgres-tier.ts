import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Span } from '../../api/times/span.js'
import type { CandleTier, SharedPart, SharedSeries, WriteResult } from '../../candles/shared/candle-tier.js'
import { seriesNameOf } from '../../candles/store/candle-store.js'
import type { ListTier } from '../../catalog/shared/list-tier.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import type { Logger } from '../../observe/logger.js'
import { createServerAccess } from './access.js'
import { type PostgresAddress, readPostgresAddress } from './connection/address.js'
import { openConnection, type Statements } from './connection/connection.js'
import { hasServerResponded } from './connection/tier-errors.js'
import { createClaims } from './coordination/claims.js'
import { findList, readResponse, writeList, writeResponse } from './coordination/lists.js'
import { takeTokens } from './coordination/rate-budgets.js'
import { addPart, type NoteDamaged } from './give.js'
import {
  readServerFacts,
  readSharedExtents,
  readSharedOverview,
  type ServerFacts,
  type SharedExtent,
  type SharedOverview,
} from './inspect.js'
import { readKnown, readKnownPage, writeKnown } from './outcomes.js'
import { type PublishedRows, type PublishTerms, writePlainTable } from './publish.js'
import { forgetDaemon, type RemovedData, readRetractions, writeRetraction } from './retractions.js'
import { type MissingRight, readMissingRights, writeProbe } from './rights.js'
import type { TierAccess } from './schema.js'
import { namesOf, readSteps, takeStatementFor, toPart } from './shared-rows.js'

export interface PostgresTierOptions {
  /** The address of the server, from the environment or a file. */
  readonly url: string
  /** Stable name of this daemon, by which its uploads can be deleted. */
  readonly daemonId: string
  /** Version of pmx-local. */
  readonly version: string
  readonly ids: Pick<Ids, 'uuid'>
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  readonly log?: Pick<Logger, 'warn'>
}

/** A history in PostgreSQL that daemons share. */
export interface PostgresTier extends Required<CandleTier> {
  /** Venue lists that one daemon reads for all. */
  readonly lists: ListTier
  /** Returns what this daemon may do there, after it created or updated the schema. */
  access(signal: AbortSignal): Promise<TierAccess>
  /** Withdraws everything that a daemon uploaded. */
  forgetBy(daemon: string, signal: AbortSignal): Promise<RemovedData>
  /** Counts all shared data. */
  overview(signal: AbortSignal): Promise<SharedOverview>
  /** Returns the series of a venue with coverage after a time. */
  extents(venue: VenueId, since: number, signal: AbortSignal): Promise<readonly SharedExtent[]>
  /** Returns a page of the located outcomes of a venue, those after an id. */
  knownPage(venue: VenueId, after: string, signal: AbortSignal): ReturnType<typeof readKnownPage>
  /** Reads the facts of the server, also before there is a shared history. */
  server(signal: AbortSignal): Promise<ServerFacts>
  /** Returns the rights that the role lacks on the tables of lists and rate limits. */
  missingRights(signal: AbortSignal): Promise<readonly MissingRight[]>
  /** Writes a row and deletes it. @throws PostgresTierError with the reason why the server does not store it */
  tryWrite(signal: AbortSignal): Promise<void>
  /** Copies the candles of a venue into a plain table. */
  publish(terms: PublishTerms, signal: AbortSignal): Promise<PublishedRows>
  /** The address without its password. */
  readonly address: string
}

/**
 * Creates the tier, which connects when it is first used.
 * @throws AddressError for an address that cannot be used
 */
export function createPostgresTier(options: PostgresTierOptions): PostgresTier {
  const address: PostgresAddress = readPostgresAddress(options.url)
  const { daemonId: daemon, version, ids, clock, log } = options
  const {
    connection,
    read: access,
    refusal,
    hasRestated,
    assertWritable,
  } = createServerAccess(openConnection(address), clock)
  const giver = { daemon, version }
  /** Without its replaced values, where the schema has no place for them. */
  const storable = ({ restated = [], ...part }: SharedPart): SharedPart =>
    hasRestated() ? { ...part, restated } : part
  const withdrawer = { ...giver, instance: ids.uuid() }
  /** Changes a series in a transaction, and reports chunks that were dropped because they were damaged. */
  async function write(
    { venue, seriesKey }: SharedSeries,
    change: (statements: Statements, noteDamaged: NoteDamaged) => Promise<WriteResult>,
    signal: AbortSignal,
  ): Promise<WriteResult> {
    let spans: readonly Span[] = []
    const result = await connection.transact((statements) => {
      spans = []
      return change(statements, (damaged) => {
        spans = [...spans, ...damaged]
      })
    }, signal)
    if (spans.length > 0)
      log?.warn(
        { tier: 'postgres', venue, series: seriesKey, spans },
        'candles of a shared history could not be read, and were dropped there',
      )
    return result
  }
  const claims = createClaims(connection, daemon, () => ids.uuid(), clock)
  return {
    name: 'postgres',
    access,
    refusal,
    hasResponded: hasServerResponded,
    async take(series, span, signal) {
      await access(signal)
      return toPart(
        await connection.frequent(
          takeStatementFor(hasRestated()),
          [...namesOf(series), span.from, span.to],
          signal,
        ),
        span,
      )
    },
    async give(series, part, signal, cursor) {
      await assertWritable(signal)
      const seen = cursor === undefined ? undefined : { cursor, instance: withdrawer.instance }
      return write(
        series,
        (statements, noteDamaged) => addPart(statements, series, storable(part), giver, noteDamaged, seen),
        signal,
      )
    },
    async claim(series, bucket, signal) {
      // A read-only daemon fetches for itself, and no other daemon waits for it.
      if ((await access(signal)).kind === 'take_only') return { kind: 'mine', release: async () => undefined }
      return claims.claim(seriesNameOf(series), bucket.from, signal)
    },
    async lease(name, signal) {
      await assertWritable(signal)
      const leased = await claims.claim(name, 0, signal)
      return leased.kind === 'mine' ? leased : undefined
    },
    async takeBudget(name, terms, requested, signal) {
      // A role that may not add candles may have the right to this table.
      await access(signal)
      return takeTokens(connection, name, terms, requested, signal)
    },
    async retract(retraction, replacement, signal, seen) {
      await assertWritable(signal)
      const added = replacement && storable(replacement)
      return write(
        retraction.series,
        (statements, noteDamaged) =>
          writeRetraction(statements, retraction, added, withdrawer, noteDamaged, seen),
        signal,
      )
    },
    async retractions(after, signal) {
      await access(signal)
      return readRetractions(connection, after, withdrawer.instance, signal)
    },
    async known(venue, outcomeId, signal) {
      await access(signal)
      return readKnown(connection, venue, outcomeId, signal)
    },
    async remember(venue, outcomeId, known, signal) {
      await assertWritable(signal)
      await writeKnown(connection, venue, outcomeId, known, daemon, signal)
    },
    async steps({ venue, seriesKey, basis }, signal) {
      await access(signal)
      return readSteps(connection, [venue, seriesKey, basis], signal)
    },
    async now(signal) {
      const [[now] = []] = await connection.rows(
        'SELECT extract(epoch FROM clock_timestamp()) * 1000',
        [],
        signal,
      )
      return Math.round(Number(now))
    },
    async forgetBy(given, signal) {
      await assertWritable(signal)
      return forgetDaemon(connection, given, withdrawer, signal)
    },
    async overview(signal) {
      await access(signal)
      return readSharedOverview(connection, signal)
    },
    async extents(venue, since, signal) {
      await access(signal)
      return readSharedExtents(connection, venue, since, signal)
    },
    async knownPage(venue, after, signal) {
      await access(signal)
      return readKnownPage(connection, venue, after, signal)
    },
    lists: {
      async find(list, after, signal) {
        await access(signal)
        return findList(connection, list, after, signal)
      },
      response: (id, key, signal) => readResponse(connection, id, key, signal),
      async addResponse(id, key, body, signal) {
        await assertWritable(signal)
        await writeResponse(connection, id, key, body, signal)
      },
      async publish(list, read, signal) {
        await assertWritable(signal)
        await writeList(connection, list, read, daemon, signal)
      },
    },
    server: (signal) => readServerFacts(connection, signal),
    missingRights: (signal) => readMissingRights(connection, signal),
    tryWrite: (signal) => writeProbe(connection, signal),
    async publish(terms, signal) {
      await assertWritable(signal)
      return writePlainTable(connection, { ...terms, hasRestated: hasRestated() }, signal)
    },
    address: address.masked,
    close: () => connection.close(),
  }
}
