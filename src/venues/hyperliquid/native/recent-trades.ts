import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertSameSubject } from '../../../venue-kit/payload/payload.js'
import { coinOf, type SideRef } from '../ids.js'
import { type NativeTrade, recentTrades } from '../schemas.js'
import { COMMON_WEIGHT, nameOf, requestInfo } from './info.js'

const type = 'recentTrades'
/** The response weighs one more per 20 rows, and contains about ten. */
const WEIGHT = COMMON_WEIGHT + 1

/** Returns the newest trades of a side's own coin, newest first. */
export async function readRecentTrades(ref: SideRef, ctx: VenueContext): Promise<readonly NativeTrade[]> {
  const coin = coinOf(ref)
  const natives = await requestInfo(ctx, recentTrades, { body: { type, coin }, weight: WEIGHT })
  for (const [index, native] of natives.entries())
    assertSameSubject(coin, native.coin, nameOf(type), `[${index}].coin`)
  return natives
}
