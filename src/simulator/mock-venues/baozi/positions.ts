import { encodeBase58 } from '../../../api/values/base58.js'
import { hashText } from '../../../effects/random.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { offers } from '../../mock-kit/venue-view.js'
import { mixWide } from '../../world/common/hash.js'
import type { WorldEvent } from '../../world/common/types.js'
import { demoWallets, type Holding, holdingsOf } from '../../world/wallets.js'
import { addressOf, kinds, walletOf } from './addresses.js'
import { encodePosition, encodeRacePosition } from './layout.js'
import { type Account, kindFor } from './markets.js'

const LAMPORTS_A_DOLLAR = 1_000_000
const LEFT_LAMPORTS = 1_000_000_000

/** Returns the stakes of simulated wallets in markets of one kind: an account for each wallet and market. */
export function positionsOf(context: MockContext, kind: 'binary' | 'race'): readonly Account[] {
  const { world, now } = context
  return demoWallets.flatMap(({ address }, wallet) => {
    const byEvent = new Map<WorldEvent, Holding[]>()
    for (const holding of holdingsOf(world, address, now)) {
      const event = world.eventOf(holding.market)
      if (kindFor(event) !== kind || !offers(event.series, 'baozi')) continue
      byEvent.set(event, [...(byEvent.get(event) ?? []), holding])
    }
    const user = walletOf(address)
    return [...byEvent].map(([event, holdings]) => {
      const stakes = stakesOf(event, holdings, kind)
      const write = kind === 'binary' ? encodePosition : encodeRacePosition
      const number = mixWide(event.seed, wallet)
      return {
        address: addressOf(world.seed, kinds.position, number),
        data: write(user, event.number, stakes),
      }
    })
  })
}

/** Returns the balance of a simulated wallet; other addresses have 0. */
export function lamportsOf(address: string): number {
  const wallet = demoWallets.find((one) => encodeBase58(walletOf(one.address)) === address)
  return wallet === undefined ? 0 : LEFT_LAMPORTS + (hashText(wallet.address) % LEFT_LAMPORTS)
}

function stakesOf(
  event: WorldEvent,
  holdings: readonly Holding[],
  kind: 'binary' | 'race',
): readonly bigint[] {
  const paid = ({ size, entryPrice }: Holding): bigint =>
    BigInt(Math.round(size * entryPrice * LAMPORTS_A_DOLLAR))
  const sum = (some: readonly Holding[]): bigint => some.reduce((all, one) => all + paid(one), 0n)
  if (kind === 'race')
    return event.markets.map((market) => sum(holdings.filter((one) => one.market === market)))
  return [
    sum(holdings.filter(({ side }) => side === 'yes')),
    sum(holdings.filter(({ side }) => side === 'no')),
  ]
}
