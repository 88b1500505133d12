import { toIso } from '../../api/times/instant.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata, withRawOf } from '../../venue-kit/payload/raw-fields.js'
import { convertRows, malformedRowsIn } from '../../venue-kit/requests/map-rows.js'
import {
  complementPrice,
  type OutcomeDraft,
  omitUndefined,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { pageOf } from './ids.js'
import { roundAmount, totalVolume } from './native/volume.js'
import { promoted } from './promoted.js'
import type { NativeMarket, NativeRow } from './schemas.js'

/** A binary market with its tokens, which is what can be shown. */
export type Deployed = NativeMarket & { readonly yesTokenId: string; readonly noTokenId: string }

/** What a child takes from its parent. */
export type Parent = Pick<
  NativeMarket,
  'marketId' | 'marketTitle' | 'rules' | 'cutoffAt' | 'labels' | 'labelIds' | 'coverUrl' | 'thumbnailUrl'
>

const VENUE = 'opinion'

/** Numbers of statuses that rows are picked by. */
export const CREATED = 1
export const ACTIVATED = 2

/** `pending` is yet to open, `gone` failed or was deleted and is not shown. */
type Standing = Status | 'pending' | 'gone'

/** Statuses by their numbers (README.md); a resolving market is over. */
const statuses: ReadonlyMap<number, { readonly word: string; readonly status: Standing }> = new Map([
  [0, { word: 'None', status: 'gone' }],
  [CREATED, { word: 'Created', status: 'pending' }],
  [ACTIVATED, { word: 'Activated', status: 'active' }],
  [3, { word: 'Resolving', status: 'closed' }],
  [4, { word: 'Resolved', status: 'closed' }],
  [5, { word: 'Failed', status: 'gone' }],
  [6, { word: 'Deleted', status: 'gone' }],
])

/** Numbers of the statuses in which a last price says something: traded now, or waiting for the result. */
const tradedStatuses: ReadonlySet<number> = new Set([ACTIVATED, 3])

/** Whether a last price is worth asking for: the market was traded, and no result says more. */
export function isPriced(native: Deployed): boolean {
  return tradedStatuses.has(native.status) && resultOf(native) === undefined
}

/**
 * Where a market stands by its own word; that of a categorical market lags behind its children's.
 * @throws EXCHANGE_NOT_AVAILABLE for a number that the documents do not have
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
 * Whether the row is a categorical market. Only lists are sure to state the type, so what has tokens is binary
 * whatever it says (README.md).
 */
export function isCategorical(native: NativeRow): boolean {
  if (native.yesTokenId !== undefined) return false
  return native.marketType === 1 || (native.marketType === undefined && native.childMarkets !== undefined)
}

/**
 * The binary market if it can be shown.
 * @returns undefined for what is gone, and for a created market that has no tokens yet
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
 * The unified market of a native one. Turnover is in the quote currency; lists hold no prices.
 * @param parent the categorical market that it is a child of; absent when it stands alone or nobody knows
 * @param yesPrice what the yes token costs; absent when it was not asked for or is unknown
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
    // The venue says which token is yes, whatever the two sides are called.
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
  })
  return omitUndefined<MarketRow>({
    market,
    // What is yet to open cannot be traded; lists of what is over leave it out, too.
    status: status === 'active' ? 'active' : 'closed',
    startsAt: native.createdAt,
  })
}

/** What a yes share paid; undefined before the resolution, and when neither token won. */
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
      // The books of both tokens mirror each other exactly (README.md).
      price: yesPrice === undefined ? undefined : complementPrice(yesPrice),
      metadata: { ...metadata, side: 'no' },
    },
  ]
}

/** Labels above this are of the moment (`Pre-TGE`), those below are topics. */
const LAST_TOPIC = 100_000

/** Tags, and the first topic among them; both undefined where the venue has no labels. */
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

/** What is known about a categorical market besides its row. */
export interface EventSurroundings {
  /** How many times its own 24 h figure counts the turnover; undefined when nobody knows, and it is left out. */
  readonly factor: 1 | 2 | undefined
  /** Prices of yes tokens, where they were asked for. */
  readonly prices: ReadonlyMap<string, number>
}

/**
 * The event of a categorical market. Its own status lags behind its children's, so it is open while one of them
 * is, and yet to open only without any that has opened (README.md).
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
  // A child that cannot be read may be the open one.
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
      volume: totalVolume(native, factor),
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
