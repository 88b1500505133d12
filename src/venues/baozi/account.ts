import { createValidationError } from '../../api/envelope/errors.js'
import type { Position } from '../../api/models/models.js'
import { decimalOf, divide, toNumber } from '../../api/values/decimal.js'
import type { AccountSource } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { assertHonoured, readPayload } from '../../venue-kit/payload/payload.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { isAddress, packOutcomeId } from './ids.js'
import { type Found, readKind } from './listing.js'
import type { NativePosition } from './native/accounts.js'
import { isLost, pricesOf, toSol } from './native/pools.js'
import { readBalance, scan } from './native/rpc.js'
import { balanceReply, positionScan } from './schemas.js'

/** Lamports per SOL. */
const LAMPORTS = decimalOf(1_000_000_000)

/**
 * Positions and balance of any wallet. Positions are its stakes, in SOL, that are neither collected nor lost. A stake is not a
 * number of contracts and has no entry price, so that its value is not reported.
 */
export const accountSource: AccountSource = {
  async positionsOf(address, ctx) {
    const user = walletOf(address)
    const [sides, races] = await Promise.all([
      positionsIn('UserPosition', 'Market', user, ctx),
      positionsIn('RacePosition', 'RaceMarket', user, ctx),
    ])
    return [...sides, ...races]
  },

  /** A stake has left the wallet, so none of the wallet's money is locked. */
  async balanceOf(address, ctx) {
    const { json, what } = await readBalance(walletOf(address), ctx)
    const { value } = readPayload(balanceReply, json, what).result
    const total = toNumber(divide(decimalOf(value), LAMPORTS, 9, 'nearest'))
    return [{ currency: 'SOL', total, available: total, locked: 0 }]
  },
}

/** @throws VALIDATION_ERROR for text that cannot be a wallet's address */
function walletOf(address: string): string {
  const user = address.trim()
  if (isAddress(user)) return user
  throw createValidationError('address', 'address must be a Solana wallet address: 32 bytes in base58')
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
    if (found !== undefined) return stakesIn(found, position, ctx)
    ctx.omissions.noteCut(`the position in ${marketKind} ${position.number}, which Baozi does not return`)
    return []
  })
}

function stakesIn(
  { address, native }: Found,
  { stakes }: NativePosition,
  ctx: Pick<VenueContext, 'omissions'>,
): Position[] {
  const prices = pricesOf(native)
  return native.labels.flatMap((label, place): Position[] => {
    const stake = stakes[place] ?? 0n
    if (stake === 0n || isLost(native, place)) return []
    const size = toSol(stake, native)
    if (size === undefined) {
      ctx.omissions.noteCut(`the position in ${address}, which is not in SOL`)
      return []
    }
    return [
      omitUndefined<Position>({
        marketId: address,
        outcomeId: packOutcomeId(address, native.kind, place),
        outcomeLabel: label,
        size,
        currentPrice: prices[place],
      }),
    ]
  })
}
