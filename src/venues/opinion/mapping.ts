import { toIso } from '../../api/times/instant.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata, withRawOf } from '../../venue-kit/payload/raw-fields.js'
import { convertRows, malformedRowsIn } from '../../venue-kit/requests/map-rows.js'
import type { SettlementDraft } from '../../venue-kit/unify/market-settlement.js'
import {
  complementPrice,
  type OutcomeDraft,
  omitUndefined,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { pageOf } from './ids.js'
import { roundAmount, totalVolumeOf } from './native/volume.js'
import { promoted } from './promoted.js'
import type { NativeMarket, NativeRow } from './schemas.js'

/** A binary market with its tokens, which are required. */
export type Deployed = NativeMarket & { readonly yesTokenId: string; readonly noTokenId: string }

/** The parent's data that a child needs. */
export type Parent = Pick<
  NativeMarket,
  'marketId' | 'marketTitle' | 'rules' | 'cutoffAt' | 'labels' | 'labelIds' | 'coverUrl' | 'thumbnailUrl'
>

const VENUE = 'opinion'

/** The numbers of the statuses that are used as filters. */
export const CREATED = 1
export const ACTIVATED = 2
const RESOLVED = 4

/** `pending` has not opened yet. `gone` has failed or was deleted, and is left out. */
type Standing = Status | 'pending' | 'gone'

/** Statuses by number (README.md). A resolving market has ended. */
const statuses: ReadonlyMap<number, { readonly word: string; readonly status: Standing }> = new Map([
  [0, { word: 'None', status: 'gone' }],
  [CREATED, { word: 'Created', status: 'pending' }],
  [ACTIVATED, { word: 'Activated', status: 'active' }],
  [3, { word: 'Resolving', status: 'closed' }],
  [RESOLVED, { word: 'Resolved', status: 'closed' }],
  [5, { word: 'Failed', status: 'gone' }],
  [6, { word: 'Deleted', status: 'gone' }],
])

/** The numbers of the statuses in which a last price is meaningful: open, or waiting for the result. */
const tradedStatuses: ReadonlySet<number> = new Set([ACTIVATED, 3])

/** Whether a last price is meaningful: the market has been traded and has no result yet. */
export function isPriced(native: Deployed): boolean {
  return tradedStatuses.has(native.status) && resultOf(native) === undefined
}

/**
 * Returns the stage of a market from its own status. The status of a categorical market lags behind those of its children.
 * @throws EXCHANGE_NOT_AVAILABLE for an undocumented number
 */
export function statusOf(native: NativeMarket, what: string): Standing {
  return described(native, what).status
}

function described(native: NativeMarket, what: string) {
  const found = statuses.get(native.status)
  if (found !== undefined) return found
  throw createSchemaMismatch(
    what,
    'status',
    `market ${native.marketId} has the unknown status ${native.status}`,
  )
}

/**
 * Whether the row is a categorical market. Only lists always have the type, so a row with tokens is binary whatever its type is
 * (README.md).
 */
export function isCategorical(native: NativeRow): boolean {
  if (native.yesTokenId !== undefined) return false
  return native.marketType === 1 || (native.marketType === undefined && native.childMarkets !== undefined)
}

/**
 * Returns the binary market if it is available.
 * @returns undefined for one that is gone, and for a created market that has no tokens yet
 * @throws EXCHANGE_NOT_AVAILABLE for an open market without tokens
 */
export function toDeployed(native: NativeMarket, what: string): Deployed | undefined {
  if (statusOf(native, what) === 'gone') return undefined
  const { yesTokenId, noTokenId } = native
  if (yesTokenId !== undefined && noTokenId !== undefined)
    return withRawOf(native, { ...native, yesTokenId, noTokenId })
  if (native.status === CREATED) return undefined
  const missing = yesTokenId === undefined ? 'yesTokenId' : 'noTokenId'
  throw createSchemaMismatch(
    what,
    missing,
    `market ${native.marketId} has status ${native.status} but no token`,
  )
}

/**
 * Converts a native market. Turnover is in the quote currency. Lists contain no prices.
 * @param parent its categorical market; absent when it stands alone or the parent is unknown
 * @param yesPrice price of the yes token; absent when it was not requested or is unknown
 */
export function toMarketRow(
  native: Deployed,
  parent: Parent | undefined,
  yesPrice: number | undefined,
  what: string,
): MarketRow {
  const { word, status } = described(native, what)
  const shown = parent ?? native
  const labels = labelsOf(shown)
  const market = toUnifiedMarket(VENUE, {
    marketId: String(native.marketId),
    eventId: parent && String(parent.marketId),
    title: parent === undefined ? native.marketTitle : `${parent.marketTitle} - ${native.marketTitle}`,
    description: native.rules ?? parent?.rules,
    slug: native.slug,
    outcomes: toOutcomes(native, resultOf(native) ?? yesPrice),
    // The venue marks the yes token, whatever the labels of the two sides are.
    yesIndex: 0,
    candidate: parent && native.marketTitle,
    resolvesAt: native.cutoffAt ?? parent?.cutoffAt,
    volume24h: native.volume24h,
    volume: native.volume,
    url: parent === undefined ? pageOf(native.marketId, 'binary') : pageOf(parent.marketId, 'categorical'),
    image: imageOf(shown),
    category: labels.category,
    tags: labels.tags,
    nativeStatus: native.statusEnum ?? word,
    contractAddress: native.conditionId?.replace(/^(0x)?/i, '0x'),
    metadata: toSourceMetadata(native, promoted.market, toMetadata(native, parent)),
    settlement: status === 'closed' ? readMarketSettlement(native) : undefined,
  })
  return omitUndefined<MarketRow>({
    market,
    // A market that has not opened cannot be traded; lists of ended markets leave it out, too.
    status: status === 'active' ? 'active' : 'closed',
    startsAt: native.createdAt,
  })
}

/**
 * Returns the settlement of a market that has ended. A resolved market without a winning token may have been void or a tie, which
 * is not documented. The end of trading is only planned (`cutoffAt`).
 */
function readMarketSettlement({ status, resultTokenId, resolvedAt: at }: Deployed): SettlementDraft {
  if (status !== RESOLVED) return { kind: 'undecided', stage: 'closed' }
  return resultTokenId === undefined
    ? { kind: 'absent', note: 'the resolved market has no winning token', at }
    : { kind: 'won', winners: [resultTokenId], at }
}

/** Returns the payout of a yes share, or undefined before the resolution, and when neither token won. */
function resultOf({ resultTokenId, yesTokenId, noTokenId }: Deployed): number | undefined {
  if (resultTokenId === undefined) return undefined
  if (resultTokenId === yesTokenId) return 1
  return resultTokenId === noTokenId ? 0 : undefined
}

function toOutcomes(native: Deployed, yesPrice: number | undefined): readonly OutcomeDraft[] {
  const metadata = { opinionMarketId: native.marketId }
  return [
    {
      outcomeId: native.yesTokenId,
      label: native.yesLabel ?? 'Yes',
      price: yesPrice,
      metadata: { ...metadata, side: 'yes' },
    },
    {
      outcomeId: native.noTokenId,
      label: native.noLabel ?? 'No',
      // The books of both tokens are exact complements (README.md).
      price: yesPrice === undefined ? undefined : complementPrice(yesPrice),
      metadata: { ...metadata, side: 'no' },
    },
  ]
}

/** Labels above this number are temporary (`Pre-TGE`), and those below it are topics. */
const LAST_TOPIC = 100_000

/** Returns the tags and the first topic among them, or undefined for both if the venue has no labels. */
function labelsOf({ labels, labelIds }: Pick<Parent, 'labels' | 'labelIds'>): {
  readonly category: string | undefined
  readonly tags: readonly string[] | undefined
} {
  if (labels === undefined || labels.length === 0) {
    return { category: undefined, tags: undefined }
  }
  const topic = labels.find((_label, index) => (labelIds?.[index] ?? LAST_TOPIC) < LAST_TOPIC)
  return { category: topic ?? labels[0], tags: labels }
}

function imageOf({ coverUrl, thumbnailUrl }: Pick<Parent, 'coverUrl' | 'thumbnailUrl'>) {
  return coverUrl ?? thumbnailUrl
}

function toMetadata(native: Deployed, parent: Parent | undefined): Record<string, unknown> {
  return omitUndefined<Record<string, unknown>>({
    volumeUnit: 'usdt',
    event_title: parent?.marketTitle,
    questionId: native.questionId,
    conditionId: native.conditionId,
    quoteToken: native.quoteToken,
    chainId: native.chainId,
    resolvedAt: native.resolvedAt === undefined ? undefined : toIso(native.resolvedAt),
    resultTokenId: native.resultTokenId,
    collection: native.collection ?? undefined,
  })
}

/** Data of a categorical market that its row lacks. */
export interface EventSurroundings {
  /** How many times its own 24 h figure counts the turnover. If this is unknown, it is undefined and the figure is left out. */
  readonly factor: 1 | 2 | undefined
  /** The prices of yes tokens, if they were requested. */
  readonly prices: ReadonlyMap<string, number>
}

/**
 * Converts a categorical market. Its own status lags behind its children's. It is therefore open while one of them is open, and
 * pending only if none of them has opened (README.md).
 * @returns undefined when it failed or was deleted
 */
export function toEventRow(
  native: NativeRow,
  { factor, prices }: EventSurroundings,
  what: string,
): EventRow | undefined {
  const own = statusOf(native, what)
  if (own === 'gone') return undefined
  const markets = convertRows(native.childMarkets ?? [], 'childMarkets', (child) => {
    const deployed = toDeployed(child, what)
    return deployed && toMarketRow(deployed, native, prices.get(deployed.yesTokenId), what)
  })
  // An unreadable child may be the open one.
  const isUnsure = markets.length === 0 || malformedRowsIn(native.childMarkets ?? []).length > 0
  const isActive = markets.some(({ status }) => status === 'active') || (isUnsure && own === 'active')
  const { category, tags } = labelsOf(native)
  const { volume24h } = native
  return omitUndefined<EventRow>({
    event: omitUndefined<EventRow['event']>({
      id: String(native.marketId),
      title: native.marketTitle,
      description: native.rules ?? '',
      slug: native.slug ?? String(native.marketId),
      url: pageOf(native.marketId, 'categorical'),
      volume24h:
        factor === undefined || volume24h === undefined ? undefined : roundAmount(volume24h / factor),
      volume: totalVolumeOf(native, factor),
      image: imageOf(native),
      category,
      tags: tags && [...tags],
      sourceExchange: VENUE,
      sourceMetadata: toSourceMetadata(native, promoted.event, {
        volumeUnit: 'usdt',
        status: native.statusEnum,
        quoteToken: native.quoteToken,
        chainId: native.chainId,
        collection: native.collection ?? undefined,
      }),
    }),
    markets,
    status: isActive ? 'active' : 'closed',
    startsAt: native.createdAt,
  })
}
