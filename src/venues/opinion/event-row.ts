import { eachRow, oddIn } from '../../venue-kit/rows.js'
import { known } from '../../venue-kit/unify.js'
import type { EventRow } from '../../venue-kit/venue.js'
import { pageOf } from './ids.js'
import { imageOf, labelsOf, statusOf, toDeployed, toMarketRow } from './market-row.js'
import { roundAmount, wholeVolume } from './volume.js'
import type { NativeRow } from './wire.js'

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
  const markets = eachRow(native.childMarkets ?? [], 'childMarkets', (child) => {
    const deployed = toDeployed(child, what)
    return deployed && toMarketRow(deployed, native, prices.get(deployed.yesTokenId), what)
  })
  // A child that cannot be read may be the open one.
  const isUnsure = markets.length === 0 || oddIn(native.childMarkets ?? []).length > 0
  const isActive = markets.some(({ status }) => status === 'active') || (isUnsure && own === 'active')
  const { category, tags } = labelsOf(native)
  const { volume24h } = native
  return known<EventRow>({
    event: known<EventRow['event']>({
      id: String(native.marketId),
      title: native.marketTitle,
      description: native.rules ?? '',
      slug: native.slug ?? String(native.marketId),
      url: pageOf(native.marketId, 'categorical'),
      volume24h:
        factor === undefined || volume24h === undefined ? undefined : roundAmount(volume24h / factor),
      volume: wholeVolume(native, factor),
      image: imageOf(native),
      category,
      tags: tags && [...tags],
      sourceExchange: 'opinion',
      sourceMetadata: known<Record<string, unknown>>({
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
