import type { Context } from 'hono'
import { readArguments, toArgumentsFromQuery } from '../../api/arguments/arguments.js'
import { type MethodName, methodOf } from '../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import { joinText } from '../../catalog/rows/row-stream.js'
import type { ClusterKind } from '../../core/cross-venue/matches/clusters.js'
import { type CoreAnswer, type CoreCall, ReadyPieces } from '../../core/request/api-call.js'
import type { Clock } from '../../effects/clock.js'
import { type Access, assertRight, type CallerRights, readAuthorization } from '../access/caller-rights.js'
import { createCallerSignal } from '../request/connections.js'
import { assertKnownParams } from '../request/query-parameters.js'
import type { Responder } from '../response/respond.js'
import type { ApiDeps } from './api.js'
import { readClusterQuery, unreadOfClusters } from './clusters.js'

/**
 * SDKs turn every error of these paths into an empty list and have no timeout for them. So the daemon waits for the first lists.
 */
const FIRST_LISTS_MS = 60_000
const LOOK_EVERY_MS = 250

interface MatchesRouteDeps extends Pick<ApiDeps, 'dispatcher' | 'stopping'> {
  readonly access: Access
  readonly respond: Responder
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>
}

/** The path of a router method, in the catalog's envelope. */
interface MatchPath {
  readonly path: string
  readonly method: MethodName
  /** Query parameters. */
  readonly known: readonly string[]
  /** The argument that the path contains. */
  readonly named?: string
  /** Returns the value of `data`. */
  readonly toData: (rows: unknown) => unknown
}

const venue = ['exchange', 'sourceExchange']
const ofPairs = ['relation', 'minConfidence', 'limit', 'includePrices']
const ofOne = [...ofPairs, ...venue]
const ofAll = ['query', 'category', ...ofPairs]
const { marketMatches, eventMatches, arbitrage, matchedPrices, market, event } = methodOf

/** Paths with a name come last, because a name may be an address with slashes. */
export const matchPaths: readonly MatchPath[] = [
  { path: 'matched-markets', method: marketMatches, known: ofAll, toData: sides },
  { path: 'events/matches', method: eventMatches, known: ofAll, toData: (rows) => rows },
  {
    path: 'arbitrage',
    method: arbitrage,
    known: ['relations', 'minSpread', 'category', 'limit'],
    toData: (rows) => rows,
  },
  {
    path: 'matched-prices',
    method: matchedPrices,
    known: ['relations', 'category', 'limit', 'minDifference'],
    toData: (rows) => rows,
  },
  ...(['market', 'event'] as const).map((kind) => ({
    path: `${kind}s/:name{.+}/matches`,
    method: kind === 'market' ? marketMatches : eventMatches,
    known: ofOne,
    named: `${kind}Id`,
    toData: (matches: unknown) => ({ matches }),
  })),
  ...(['market', 'event'] as const).map((kind) => ({
    path: `${kind}s/:name{.+}`,
    method: kind === 'market' ? market : event,
    known: venue,
    named: `${kind}Id`,
    toData: (row: unknown) => row,
  })),
]

/** Creates the catalog's routes for matches and clusters. They return the router's results without the envelope of calls. */
export function createMatchesRoutes({ dispatcher, access, respond, stopping, clock }: MatchesRouteDeps) {
  async function answered(
    c: Context,
    { trusted }: CallerRights,
    ask: (call: CoreCall) => Promise<CoreAnswer>,
    toData: (data: unknown) => unknown,
  ): Promise<Response> {
    const { signal, release } = createCallerSignal(c, stopping)
    try {
      const call: CoreCall = { venue: 'router', signal, credentials: undefined, trusted }
      const { data, headers } = await onceListed(() => ask(call), signal)
      // A single row is already text.
      const value = data instanceof ReadyPieces ? (JSON.parse(joinText(data)) as unknown) : data
      return respond.plain({ data: toData(value) }, headers)
    } finally {
      release()
    }
  }

  /**
   * Returns the result once the lists of the venues are complete, or throws the error that remains after {@link FIRST_LISTS_MS}.
   */
  async function onceListed<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    const endsAt = clock.monotonic() + FIRST_LISTS_MS
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!isBeingRead(error) || clock.monotonic() >= endsAt) throw error
        await clock.sleep(LOOK_EVERY_MS, signal)
      }
    }
  }

  /** Checks the caller before the request is parsed, so that a caller without rights gets no details. */
  function callerOf(c: Context, method: MethodName): CallerRights {
    const caller = access.identify(...readAuthorization((name) => c.req.header(name)))
    assertRight(caller, method)
    return caller
  }

  return {
    matches({ method, known, named, toData }: MatchPath) {
      return async (c: Context): Promise<Response> => {
        const caller = callerOf(c, method)
        const query = new URL(c.req.url).searchParams
        assertKnownParams(query, known, 'matches')
        if (named !== undefined) query.set(named, nameIn(c, named))
        const { args } = readArguments(method, toArgumentsFromQuery(method, query), 'router')
        return answered(c, caller, (call) => dispatcher.run(method, args, call), toData)
      }
    },
    clusters(kind: ClusterKind) {
      return async (c: Context): Promise<Response> => {
        const caller = callerOf(c, marketMatches)
        const query = readClusterQuery(c, kind)
        const unread = unreadOfClusters.filter((name) => c.req.query(name) !== undefined)
        return answered(
          c,
          caller,
          async (call) => {
            const { headers, ...answer } = await dispatcher.clusters(kind, query, call)
            return { ...answer, headers: { ...headers, ...ignoredHeader(unread) } }
          },
          (rows) => rows,
        )
      }
    },
  }
}

function ignoredHeader(names: readonly string[]): Readonly<Record<string, string>> {
  return names.length === 0 ? {} : { [pmxHeaders.ignored]: names.join(', ') }
}

function isBeingRead(error: unknown): boolean {
  if (!(error instanceof PmxError) || error.code !== 'CATALOG_UNAVAILABLE') return false
  const { kind } = Object(error.detail) as { readonly kind?: unknown }
  return kind === 'still_listing' || kind === 'still_reading'
}

/** @throws VALIDATION_ERROR for a blank name, because without a name the response would be pairs of all markets */
function nameIn(c: Context, field: string): string {
  const name = c.req.param('name')?.trim() ?? ''
  if (name !== '') return name
  throw createValidationError(field, 'The path has an empty segment')
}

/** Names both markets of each pair. The other members of a match are unchanged. */
function sides(rows: unknown): unknown {
  return (rows as { sourceMarket: unknown; market: unknown }[]).map(
    ({ sourceMarket: marketA, market: marketB, ...rest }) => ({ marketA, marketB, ...rest }),
  )
}
