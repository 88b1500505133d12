import type { ArgsOf } from '../../api/arguments/methods.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { Order, Position, UnifiedMarket, UserTrade } from '../../api/models/models.js'
import { clipText } from '../../api/values/shown.js'
import type { OwnStreams } from '../../streams/account/own-streams.js'
import { accountOf } from '../../venue-kit/contract/account-secrets.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountCapabilityOf, type OwnWatchMethod, ownKindOf } from '../capabilities/account-watch-kinds.js'
import { createNotSupportedError } from '../request/not-supported-error.js'
import type { OpenContext } from '../request/request-context.js'

/** An update of an account. */
export interface AccountUpdate {
  readonly kind: 'own'
  /** The market as the caller named it; '' for all of them. */
  readonly symbol: string
  readonly rows: readonly (Order | UserTrade | Position)[]
  /** Message about other changes that cannot be read. */
  readonly missed?: string
}

interface OwnWatching {
  readonly isStreamed: boolean
  readonly symbols: readonly string[]
  current(): readonly AccountUpdate[]
  stop(): void
}

/**
 * Starts a subscription to an account. Its lists are read first, so that invalid keys are an immediate error.
 * @throws NOT_SUPPORTED, NOT_FOUND for a market unknown to the venue, and what the read throws
 */
export async function watchOwn(
  own: OwnStreams,
  method: OwnWatchMethod,
  [marketId]: ArgsOf<OwnWatchMethod>,
  { venue, ctx }: { readonly venue: Venue; readonly ctx: OpenContext },
  sink: { update(update: AccountUpdate): void; ended(error: PmxError): void },
): Promise<OwnWatching> {
  if (accountCapabilityOf(venue, method) === false) throw createNotSupportedError(method, venue.id)
  const market = marketId === undefined ? undefined : await marketNamed(marketId, venue, ctx)
  const symbol = marketId ?? ''
  const outcomes = new Set(market?.outcomes.map(({ outcomeId }) => outcomeId))
  const isWanted = (row: RowOfMarket): boolean =>
    market === undefined || row.marketId === market.marketId || isOf(row, outcomes)
  const { secrets } = ctx
  const target = { venue, secrets, account: accountOf(venue, secrets) }
  const watched = await own.watch(target, ownKindOf[method], {
    next({ rows, missed }) {
      const wanted = rows.filter(isWanted)
      const unnamed = rows.filter((row) => !isWanted(row) && isUnnamed(row)).length
      const lacking = [
        ...(missed === undefined ? [] : [missed]),
        ...(unnamed === 0
          ? []
          : [`rows of unknown markets (${unnamed}): to get them, watch without marketId`]),
      ]
      if (wanted.length === 0 && lacking.length === 0) return
      const update = { kind: 'own', symbol, rows: wanted } as const
      sink.update(lacking.length === 0 ? update : { ...update, missed: lacking.join('; ') })
    },
    ended: (error) => sink.ended(error),
  })
  return {
    isStreamed: watched.isStreamed,
    symbols: [symbol],
    current() {
      const rows = watched.current.filter(isWanted)
      return rows.length === 0 ? [] : [{ kind: 'own', symbol, rows }]
    },
    stop: watched.stop,
  }
}

interface RowOfMarket {
  readonly marketId?: string
  readonly outcomeId?: string
}

/** Whether a row is of these outcomes: the venue's rows may name a market by another name than its lists do. */
function isOf({ outcomeId }: RowOfMarket, outcomes: ReadonlySet<string>): boolean {
  return outcomeId !== undefined && outcomes.has(outcomeId)
}

function isUnnamed({ marketId = 'unknown' }: RowOfMarket): boolean {
  return marketId === 'unknown'
}

async function marketNamed(marketId: string, venue: Venue, ctx: OpenContext): Promise<UnifiedMarket> {
  const row = await venue.markets.getMarket(marketId, ctx)
  if (row !== undefined) return row.market
  throw new PmxError('NOT_FOUND', `Market not found: ${clipText(marketId)}`)
}
