import { invalid } from '../../api/errors.js'
import type { Position } from '../../api/models.js'
import { assertHonoured, readPayload } from '../../venue-kit/payload.js'
import type { AccountSource } from '../../venue-kit/trading.js'
import { known } from '../../venue-kit/unify.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { isAddress, packOutcomeId } from './ids.js'
import { type Found, readKind } from './listing.js'
import type { NativePosition } from './native/accounts.js'
import { inSol, isLost, pricesOf } from './native/pools.js'
import { scan } from './native/rpc.js'
import { positionScan } from './wire.js'

/**
 * Positions of any wallet: its stakes, in SOL, which neither have been collected nor are lost. A stake is no number of
 * contracts and has no price it was bought at, so that no worth is told of it.
 */
export const accountSource: AccountSource = {
  async positionsOf(address, ctx) {
    const user = address.trim()
    if (!isAddress(user)) throw invalid('address', 'address must be a wallet of Solana: 32 bytes in base 58')
    const [sides, races] = await Promise.all([
      positionsIn('UserPosition', 'Market', user, ctx),
      positionsIn('RacePosition', 'RaceMarket', user, ctx),
    ])
    return [...sides, ...races]
  },
}

async function positionsIn(
  kind: 'UserPosition' | 'RacePosition',
  marketKind: 'Market' | 'RaceMarket',
  user: string,
  ctx: VenueContext,
): Promise<readonly Position[]> {
  const { json, what } = await scan(kind, ctx, user)
  const { result } = readPayload(positionScan, json, what)
  const held = result.flatMap(({ account: { data } }) => {
    assertHonoured(data.user === user, what, 'user', data.user)
    return data.isClaimed ? [] : [data]
  })
  if (held.length === 0) return []
  // A position names its market by number, and accounts are found by address.
  const markets = new Map((await readKind(marketKind, ctx)).map((found) => [found.native.number, found]))
  return held.flatMap((position) => {
    const found = markets.get(position.number)
    if (found !== undefined) return stakesIn(found, position)
    ctx.omissions.noteCut(`the position in ${marketKind} ${position.number}, which Baozi does not tell`)
    return []
  })
}

function stakesIn({ address, native }: Found, { stakes }: NativePosition): Position[] {
  const prices = pricesOf(native)
  return native.labels.flatMap((label, place): Position[] => {
    const size = inSol(stakes[place] ?? 0n, native)
    if (size === undefined || size === 0 || isLost(native, place)) return []
    return [
      known<Position>({
        marketId: address,
        outcomeId: packOutcomeId(address, native.kind, place),
        outcomeLabel: label,
        size,
        currentPrice: prices[place],
      }),
    ]
  })
}
