import { createHash } from 'node:crypto'
import type { CredentialTexts } from '../../../api/arguments/credentials.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type Amount, MICRO, ONE, roundAmount, times } from '../../paper-trading/state/amount.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import type { WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'
import { describeOutcome } from './descriptions.js'
import { outcomeOf } from './ids.js'

/**
 * How the venue trades (README.md, "Fees", "Accounts"): both sides of an outcome are tokens of their own, and only what
 * is held is sold, in whole contracts. Buying costs nothing; a sale and a settlement do.
 */
const rules: PaperRules = {
  venue: 'hyperliquid',
  netting: 'tokens',
  hasWholeSizes: true,
  tick: () => 10n * MICRO,
  fee: ({ market, action, price, size, liquidity, native }, world) => {
    if (action === 'buy') return 0n
    const money = times(price, size)
    return feeOn(money, liquidity, market, world) + builderFeeOn(money, native)
  },
  settlementFee: ({ market, paid }, world) => feeOn(paid, 'taker', market, world),
  // Numbers, whose last places tell them apart from the next ones at a glance.
  orderId: (hash, count) => String(560_000_000_000 + count * 1_000 + (hash % 1_000)),
  fillId: (hash, count) => String(count * 1_000_000 + (hash % 1_000_000)),
}

/** Rates of an account of the lowest tier: `userSpotCrossRate` and `userSpotAddRate` of `userFees`. */
export const spotRates = { taker: '0.0007', maker: '0.0004' } as const
const TEN_THOUSANDTHS = { taker: 7n, maker: 4n } as const
/** Fees have eight decimals, as money has. */
const FEE_STEP = 10n ** 4n

/**
 * Money x rate x (scale + max(scale, 1)), where the scale is `deployerFeeScale`: 1 for what somebody deployed, absent and
 * so 0 for the venue's own. Referrals give no discount here.
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

/** Of a sale, to the builder that its order names: money x tenths of a basis point (README.md, "Fees"). */
export function builderFeeOn(money: Amount, native: Readonly<Record<string, unknown>> = {}): Amount {
  const rate = native['builderFee']
  return typeof rate === 'number' ? roundAmount((money * BigInt(rate)) / 100_000n, FEE_STEP, 'nearest') : 0n
}

const trading = tradingBy(rules, (call: MockContext, address: string) => ownerOf(call, address))

/** Books of side 0, and the accounts of addresses in lower case, which open by being asked about. */
export const { bookOf, accountOf } = trading

/** The address that an account was opened for, by another reading of the signature that opened it. */
const readings: NotesOf<{ readonly owner: string }> = { name: 'hyperliquid: readings of signatures' }

function ownerOf({ paper }: Pick<MockContext, 'paper'>, address: string): string {
  return paper.notes(readings).get('', address)?.owner ?? address
}

/**
 * The account of who signed. The official client signs for every host but two with the source of the test net, other
 * clients with that of the main net; a demo venue takes both, and a signature reads as two addresses. Whichever has an
 * account is meant; where neither has one, one is opened that answers to both, since only one of them can ever be named
 * again.
 * @returns undefined for nobody's signature
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

/** A key of nobody's. */
export function paperCredentials(): CredentialTexts {
  return { privateKey: `0x${createHash('sha256').update('a paper account of the demo').digest('hex')}` }
}

/** What an order must be worth at its own price, in USDC. */
export const MIN_ORDER_VALUE: Amount = 10n * ONE
