import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { PaperFill } from '../../paper-trading/state/types.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import type { WorldMarket } from '../../world/common/types.js'
import { exchangeOf } from './paper.js'

/** Fills of paper accounts by market, for public lists and channels. */

interface Traders {
  readonly wallets: readonly string[]
}
const traders: NotesOf<Traders> = { name: 'traders of myriad' }

/** Records that a wallet has placed an order in a market. */
export function noteTrader({ paper }: Pick<MockContext, 'paper'>, market: WorldMarket, wallet: string): void {
  const notes = paper.notes(traders)
  const known = notes.get(market.key, 'wallets')?.wallets ?? []
  if (!known.includes(wallet)) notes.set(market.key, 'wallets', { wallets: [...known, wallet] })
}

/** A fill with its wallet. */
export interface OwnFill {
  readonly wallet: string
  readonly fill: PaperFill
}

/** Returns the fills of all wallets in a market. */
export function fillsIn(context: MockContext, market: WorldMarket): readonly OwnFill[] {
  const wallets = context.paper.notes(traders).get(market.key, 'wallets')?.wallets ?? []
  return wallets.flatMap((wallet) =>
    (exchangeOf(context).known(wallet, context.now)?.fills() ?? [])
      .filter((fill) => fill.market.key === market.key)
      .map((fill) => ({ wallet, fill })),
  )
}
