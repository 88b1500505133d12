import { PmxError } from '../../api/envelope/errors.js'
import type { Balance, Position } from '../../api/models/models.js'
import { add, decimalOf, divide, toNumber } from '../../api/values/decimal.js'
import { pathOf } from '../../transport/call-types.js'
import type { AccountSource } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createOwnWalletReader } from '../../venue-kit/orders/wallet-key.js'
import { assertHonoured, assertNamed, readPayload } from '../../venue-kit/payload/payload.js'
import { readList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { assertWallet, isAddress } from '../../venue-kit/unify/chain-ids.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { outcomeIdOf } from './ids.js'
import { type NativePosition, positionsReply, readinessReply } from './schemas.js'

const ownWallet = createOwnWalletReader(
  'hunch',
  (text) => (isAddress(text.trim()) ? text.trim().toLowerCase() : undefined),
  'a Base address: 0x and 40 hexadecimal digits',
  'HUNCH_WALLET_ADDRESS',
)

/** A wallet's public bets and balance. The caller's own are those of the caller's wallet. */
export const accountSource: AccountSource = {
  async positionsOf(address, ctx) {
    assertWallet(address)
    return positionsAt(address.toLowerCase(), ctx)
  },
  async balanceOf(address, ctx) {
    assertWallet(address)
    return balanceAt(address.toLowerCase(), ctx)
  },
  positions: async (ctx) => positionsAt(ownWallet(ctx), ctx),
  balance: async (ctx) => balanceAt(ownWallet(ctx), ctx),
}

/**
 * Returns the open bets of a wallet, placed through the agent API or the partner API: the venue merges both (README.md).
 * @throws EXCHANGE_NOT_AVAILABLE (`empty_or_failed`) where it returns none: it does so, too, when it cannot read them
 */
async function positionsAt(wallet: string, ctx: VenueContext): Promise<readonly Position[]> {
  const what = 'GET /positions'
  const { json } = await ctx.http.send({ host: 'agent', path: '/positions', query: { wallet } })
  const { wallet: told, count = 0, positions } = readList(positionsReply, json, what, ctx)
  if (told !== undefined) assertNamed(wallet, [told], what, 'wallet')
  const shown = sentIn(positions)
  if (shown === 0) throw emptyOrFailed()
  if (shown < count) ctx.omissions.noteCut(`${count - shown} bets that Hunch counts, but does not return`)
  const byOutcome = new Map<string, NativePosition[]>()
  for (const bet of positions.filter(({ status }) => status === 'open')) {
    const outcomeId = outcomeOf(bet)
    byOutcome.set(outcomeId, [...(byOutcome.get(outcomeId) ?? []), bet])
  }
  return [...byOutcome].map(([outcomeId, bets]) => toPosition(outcomeId, bets as [NativePosition]))
}

function emptyOrFailed(): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    'Hunch returned no bets of this wallet. It returns the same response when it cannot read them, so the wallet may have bets.',
    { retryable: false, detail: { kind: 'empty_or_failed' } },
  )
}

function outcomeOf({ marketId, side }: NativePosition): string {
  return outcomeIdOf({ marketId, key: /^(?:yes|no)$/i.test(side) ? side.toLowerCase() : side })
}

/**
 * Combines the bets on one outcome into one position. A contract pays a dollar if the side wins. The value of a bet is its stake
 * plus its gain. If a value is unknown for one bet, it is unknown for the position.
 */
function toPosition(outcomeId: string, bets: readonly [NativePosition, ...NativePosition[]]): Position {
  const [{ marketId, outcomeLabel, avgEntryCents, currentCents }] = bets
  const size = sumOf(bets.map(({ shares }) => shares)) ?? 0
  const staked = sumOf(bets.map(({ stakedUsd }) => stakedUsd))
  const gained = sumOf(bets.map(({ pnlUsd }) => pnlUsd))
  const average =
    staked === undefined || size === 0
      ? undefined
      : toNumber(divide(decimalOf(staked), decimalOf(size), 6, 'nearest'))
  return omitUndefined<Position>({
    marketId,
    outcomeId,
    outcomeLabel,
    size,
    entryPrice: bets.length === 1 ? ofCents(avgEntryCents) : average,
    currentPrice: ofCents(currentCents),
    currentValue:
      staked === undefined || gained === undefined
        ? undefined
        : toNumber(add(decimalOf(staked), decimalOf(gained))),
    unrealizedPnL: gained,
  })
}

/** Undefined if one part is. */
function sumOf(parts: readonly (number | undefined)[]): number | undefined {
  const told = parts.flatMap((part) => part ?? [])
  return told.length < parts.length ? undefined : toNumber(told.map(decimalOf).reduce(add))
}

function ofCents(cents: number | undefined): number | undefined {
  return cents === undefined ? undefined : toNumber(divide(decimalOf(cents), decimalOf(100), 6, 'nearest'))
}

/** Returns the wallet's own USDC, because stakes have left it. */
async function balanceAt(wallet: string, ctx: VenueContext): Promise<readonly Balance[]> {
  const path = pathOf`/wallet/${wallet}/readiness`
  const { json } = await ctx.http.send({ host: 'agent', path })
  const what = 'GET /wallet/{addr}/readiness'
  const { usdcBalanceUsd: total, wallet: told } = readPayload(readinessReply, json, what).readiness
  assertHonoured(told === undefined || told.toLowerCase() === wallet, what, 'readiness.wallet', told ?? '')
  return [{ currency: 'USDC', total, available: total, locked: 0 }]
}
