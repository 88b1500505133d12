import { createHash } from 'node:crypto'
import type { CredentialTexts } from '../../../api/arguments/credentials.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type Amount, MICRO, multiplyAmounts, ONE, roundAmount } from '../../paper-trading/state/amount.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import type { WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'
import { describeOutcome } from './descriptions.js'
import { outcomeOf } from './ids.js'

/**
 * Trading rules of the venue (README.md, "Fees", "Accounts"). Both sides of an outcome are separate tokens; only held
 * contracts can be sold, in whole numbers. Purchases are free; sales and settlements have a fee.
 */
const rules: PaperRules = {
  venue: 'hyperliquid',
  netting: 'tokens',
  hasWholeSizes: true,
  tick: () => 10n * MICRO,
  fee: ({ market, action, price, size, liquidity, native }, world) => {
    if (action === 'buy') return 0n
    const money = multiplyAmounts(price, size)
    return feeOn(money, liquidity, market, world) + builderFeeOn(money, native)
  },
  settlementFee: ({ market, paid }, world) => feeOn(paid, 'taker', market, world),
  // Numbers whose last digits differ between consecutive orders.
  orderId: (hash, count) => String(560_000_000_000 + count * 1_000 + (hash % 1_000)),
  fillId: (hash, count) => String(count * 1_000_000 + (hash % 1_000_000)),
}

/** Rates of an account of the lowest tier: `userSpotCrossRate` and `userSpotAddRate` of `userFees`. */
export const spotRates = { taker: '0.0007', maker: '0.0004' } as const
const TEN_THOUSANDTHS = { taker: 7n, maker: 4n } as const
/** Fees have eight decimals, as money has. */
const FEE_STEP = 10n ** 4n

/**
 * Returns the fee: money x rate x (scale + max(scale, 1)). The scale is `deployerFeeScale`: 1 for deployed outcomes,
 * absent (0) for those of the venue. Referrals give no discount.
 */
function feeOn(
  money: Amount,
  liquidity: keyof typeof TEN_THOUSANDTHS,
  market: WorldMarket,
  world: SimulatedWorld,
): Amount {
  const { isDeployed } = describeOutcome(outcomeOf(world, { event: world.eventOf(market), market }))
  const factor = isDeployed ? 2n : 1n
  return roundAmount((money * TEN_THOUSANDTHS[liquidity] * factor) / 10_000n, FEE_STEP, 'nearest')
}

/**
 * Returns the fee of a sale for the builder that its order names: money x tenths of a basis point (README.md, "Fees").
 */
export function builderFeeOn(money: Amount, native: Readonly<Record<string, unknown>> = {}): Amount {
  const rate = native['builderFee']
  return typeof rate === 'number' ? roundAmount((money * BigInt(rate)) / 100_000n, FEE_STEP, 'nearest') : 0n
}

const trading = tradingBy(rules, (call: MockContext, address: string) => ownerOf(call, address))

/** Returns books of side 0, and accounts by address in lower case; the first query opens an account. */
export const { bookOf, accountOf } = trading

/** The address of the account that one reading of a signature opened, by the other reading. */
const readings: NotesOf<{ readonly owner: string }> = { name: 'hyperliquid: readings of signatures' }

function ownerOf({ paper }: Pick<MockContext, 'paper'>, address: string): string {
  return paper.notes(readings).get('', address)?.owner ?? address
}

/**
 * Returns the account of a signer. The official client signs for every host except two with the source of the test net;
 * other clients use that of the main net. The mock venue accepts both, so a signature has two possible addresses. The
 * one with an account is used. If neither has one, an account is opened for both, since only one of them can recur.
 * @returns undefined for an invalid signature
 */
export function accountOfSigner(
  call: MockContext,
  { mainnet, testnet }: { readonly mainnet: string | undefined; readonly testnet: string | undefined },
  canOpen: boolean,
): ReturnType<typeof accountOf> | undefined {
  const read = [mainnet, testnet].filter((address) => address !== undefined)
  const known = read.find((address) => trading.exchangeOf(call).knows(ownerOf(call, address)))
  if (known !== undefined) return accountOf(call, known)
  const [owner, other] = read
  if (owner === undefined || !canOpen) return undefined
  if (other !== undefined) call.paper.notes(readings).set('', other, { owner })
  return accountOf(call, owner)
}

/** Returns the credentials of the paper account. */
export function getPaperCredentials(): CredentialTexts {
  return { privateKey: `0x${createHash('sha256').update('a paper account of the demo').digest('hex')}` }
}

/** Minimum value of an order at its price, USDC. */
export const MIN_ORDER_VALUE: Amount = 10n * ONE
