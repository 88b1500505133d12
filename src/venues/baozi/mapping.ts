import { toIso } from '../../api/times/instant.js'
import type { EventRow, MarketRow } from '../../venue-kit/contract/venue.js'
import { type OutcomeDraft, omitUndefined, toUnifiedMarket } from '../../venue-kit/unify/unified-market.js'
import { packOutcomeId, pageOf } from './ids.js'
import { type NativeMarket, statusNameOf } from './native/accounts.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { betsEndAt, isOpen, pricesOf, toSol, totalOf } from './native/pools.js'

const VENUE = 'baozi'

/**
 * Converts the market of an account. Volume and liquidity are all stakes, in SOL, which stay until it is decided.
 * @param now epoch ms, for bets that have ended
 */
export function toMarketRow(address: string, native: NativeMarket, now: number): MarketRow {
  const prices = pricesOf(native)
  const total = toSol(totalOf(native), native)
  const outcomeIds = native.labels.map((_label, place) => packOutcomeId(address, native.kind, place))
  const market = toUnifiedMarket(VENUE, {
    marketId: address,
    eventId: address,
    title: native.question,
    outcomes: native.labels.map(
      (label, place): OutcomeDraft => ({
        outcomeId: outcomeIds[place] ?? '',
        label,
        price: prices[place],
        metadata: omitUndefined<Record<string, unknown>>({
          place,
          poolSol: toSol(native.pools[place] ?? 0n, native),
        }),
      }),
    ),
    ...(native.kind === 'binary' ? { yesIndex: 0 as const } : {}),
    resolvesAt: native.resolvesAt,
    volume: total,
    liquidity: total,
    url: pageOf(address),
    tags: tagsOf(native),
    nativeStatus: statusNameOf(String(native.status)),
    metadata: metadataOf(native),
    settlement: readMarketSettlement(native, outcomeIds, now),
  })
  return { market, status: isOpen(native, now) ? 'active' : 'closed' }
}

/** Converts a market to its event; every market is a separate event. */
export function toEventRow(row: MarketRow): EventRow {
  const { marketId, title, description, url, volume, tags, sourceMetadata } = row.market
  return omitUndefined<EventRow>({
    status: row.status,
    aliases: row.aliases,
    markets: [row],
    event: omitUndefined<EventRow['event']>({
      id: marketId,
      title,
      description,
      slug: '',
      url,
      volume,
      tags,
      sourceExchange: VENUE,
      sourceMetadata,
    }),
  })
}

function tagsOf({ layer, kind }: NativeMarket): readonly string[] {
  const words = [layer, 'solana', 'pari-mutuel', kind === 'race' ? 'race' : undefined]
  return words.filter((word) => word !== undefined)
}

function metadataOf(native: NativeMarket): Record<string, unknown> {
  const { kind, number, closesAt, lastBetAt, winner, status, creator, platformFeeBps, creatorFeeBps } = native
  return omitUndefined<Record<string, unknown>>({
    kind,
    marketNumber: String(number),
    volumeUnit: native.currency === 0 ? 'SOL' : undefined,
    priceSource: 'pool shares',
    closingTime: toIso(closesAt),
    betsEndAt: toIso(betsEndAt(native)),
    lastBetAt: lastBetAt === undefined ? undefined : toIso(lastBetAt),
    statusCode: status,
    winningOutcome: winner === undefined ? undefined : native.labels[winner],
    layer: native.layer,
    accessGate: native.accessGate,
    creator,
    platformFeeBps,
    creatorFeeBps,
  })
}
