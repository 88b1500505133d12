import { isNotRecorded } from '../../../api/envelope/errors.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { type GammaMarket, gammaMarkets, marketsKeyset } from '../schemas.js'
import { sendIfThere } from './generations.js'

/** A filter of the market list. Closed markets are hidden unless requested, even by their ids (../README.md). */
export interface MarketFilter {
  readonly id?: readonly string[]
  readonly clob_token_ids?: readonly string[]
  readonly position_ids?: readonly string[]
  readonly condition_ids?: readonly string[]
  readonly closed: boolean
}

/** A response from the market list, which is parsed on demand. */
export interface FoundMarkets {
  /** The call, for messages. */
  readonly what: string
  read(): readonly GammaMarket[]
}

/** As many rows as a page can have (../README.md). Without a limit, the default of 20 applies to ids too. */
const MAX_ROWS = 100
/** Statuses that mean the keyset list is missing. Only then is the older list requested, which is past its sunset. */
const listGone = [404, 410]

const keysetGone = defineMemoKey<true>('polymarket market keyset gone', 10 * 60_000)

/**
 * Requests the markets that match a filter from the keyset list. The older list is used only if that one is gone, or if a
 * recording predates it.
 * @returns undefined if the venue refuses the ids (422), which are then invalid
 */
export async function searchMarkets(
  filter: MarketFilter,
  ctx: VenueContext,
): Promise<FoundMarkets | undefined> {
  if (ctx.memo.get(keysetGone, '') === true) return searchOlder(filter, ctx)
  const what = 'GET /markets/keyset'
  const request = { ...requestFor(filter), path: '/markets/keyset', hasOlderForm: true } as const
  let reply: Awaited<ReturnType<typeof sendIfThere>>
  try {
    reply = await sendIfThere(request, ctx, listGone)
  } catch (error) {
    if (!isNotRecorded(error)) throw error
    return searchOlder(filter, ctx).catch(() => {
      throw error
    })
  }
  if (reply === 'gone') {
    ctx.memo.set(keysetGone, '', true)
    return searchOlder(filter, ctx)
  }
  const { status, json } = reply
  return status === 422 ? undefined : { what, read: () => readPayload(marketsKeyset, json, what).markets }
}

async function searchOlder(filter: MarketFilter, ctx: VenueContext): Promise<FoundMarkets | undefined> {
  const what = 'GET /markets'
  const { status, json } = await ctx.http.send({ ...requestFor(filter), path: '/markets' })
  return status === 422 ? undefined : { what, read: () => readPayload(gammaMarkets, json, what) }
}

function requestFor(filter: MarketFilter) {
  const query = { ...filter, limit: MAX_ROWS, include_tag: true }
  return { host: 'gamma', query, group: 'markets', accept: [422] } as const
}
