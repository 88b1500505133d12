import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Balance, UserTrade } from '../../../src/api/models/models.js'
import { createSeededRandom } from '../../../src/effects/random.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { openAccount } from './accounts.js'
import { auditHoldings, auditMirror, type Start } from './audit-holdings.js'
import { auditFills, auditOrders } from './audit-orders.js'
import { booksExceptions } from './exceptions.js'
import { type Exchange, type ExchangeOptions, openExchange } from './exchange.js'
import type { Finding } from './findings.js'
import { auditJournal, readJournal } from './journal.js'
import { type Traded, tradedMarketsOf } from './markets.js'
import type { Kinds, Plan } from './steps.js'
import { isOver, openTrader, type Trader } from './trader.js'

/** What became of a plan. */
export interface Played {
  readonly findings: readonly Finding[]
  readonly placed: number
  readonly refused: number
  /** Contracts that were filled. */
  readonly filled: number
  readonly traders: readonly Trader[]
}

const MINUTE_MS = 60_000

/** What a venue takes of orders, as its capabilities say. */
export async function kindsOf(id: VenueId): Promise<Kinds> {
  const { orders } = (await loadVenue(id)) ?? {}
  const { postOnly, timeInForce = [], minLifetimeMs = 1_000, notOfPurchases } = orders?.constraints ?? {}
  return {
    ...(postOnly === undefined ? {} : { postOnly }),
    ...(orders?.edit === undefined ? {} : { edits: true }),
    timeInForce,
    minLifetimeMs,
    notOfPurchases: notOfPurchases?.timeInForce ?? [],
  }
}

/**
 * Several accounts trade the same markets of a mock venue, each a sequence of its own, and so with each other and with the
 * simulated world. Half way and at the end all that the calls of each account return is held against each other.
 */
export async function playPlan(id: VenueId, plan: Plan, options: ExchangeOptions = {}): Promise<Played> {
  const venue = await loadVenue(id)
  if (venue === undefined) throw new TypeError(`${id} is not served`)
  const markets = await chooseMarkets(id, plan.seed)
  const exchange = await openExchange(id, options)
  try {
    const traders = plan.accounts.map((_, index) =>
      openTrader(exchange, venue, markets, {
        number: index + 1,
        credentials: openAccount(id, plan.seed * 100 + index),
      }),
    )
    const starts: Start[] = []
    for (const trader of traders) {
      const [money] = trader.can('fetchBalance') ? await trader.ask<Balance[]>('fetchBalance') : []
      starts.push({ money })
    }
    for (const [round, pause] of plan.pauses.entries()) {
      for (const [index, trader] of traders.entries()) {
        const step = plan.accounts[index]?.[round]
        if (step !== undefined) await trader.act(step)
      }
      exchange.clock.passTo(exchange.clock.now() + pause)
      if (round !== plan.resolvesAfter) continue
      await audit(exchange, traders, { markets, starts, isFlat: false })
      const resolvesAt = markets[0]?.truth?.resolvesAt
      if (resolvesAt !== undefined) exchange.clock.passTo(resolvesAt + MINUTE_MS)
    }
    for (const trader of traders) await cancelAll(trader)
    await audit(exchange, traders, { markets, starts, isFlat: true })
    const [first] = traders
    const lasting = markets.at(-1)
    const hasOneBook = booksExceptions[id]?.twoBooks === undefined
    if (first !== undefined && lasting !== undefined && hasOneBook) await auditMirror(first, lasting)
    if (options.orderFile !== undefined) {
      const rows = await readJournal(options.orderFile, exchange.clock)
      for (const trader of traders) auditJournal(trader, rows)
    }
    return {
      findings: traders.flatMap(({ findings }) => findings),
      placed: sum(traders, ({ placed }) => placed.length),
      refused: sum(traders, ({ refused }) => refused.length),
      filled: filledBy.get(exchange) ?? 0,
      traders,
    }
  } finally {
    await exchange.close()
  }
}

/** Contracts filled at the last audit. */
const filledBy = new WeakMap<Exchange, number>()

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/** One market that resolves during the sequence, where there is one, before others that do not. */
async function chooseMarkets(id: VenueId, seed: number): Promise<readonly Traded[]> {
  const { ending, lasting } = await tradedMarketsOf(id)
  if (lasting.length < 3) throw new Error(`${id}: too few markets of the simulation have books with room`)
  const random = createSeededRandom(seed + 1)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const [first, last] = [pick(ending) ?? pick(lasting), pick(lasting)]
  const others = lasting.filter((one) => one !== first && one !== last)
  return [first, pick(others), last === first ? pick(others) : last].filter((one) => one !== undefined)
}

async function cancelAll(trader: Trader): Promise<void> {
  const open = await trader.ask<{ id: string; status: 'open' }[]>('fetchOpenOrders')
  for (const { id } of open) await trader.ask('cancelOrder', [id])
  const left = (await trader.ask<{ id: string; status: 'open' }[]>('fetchOpenOrders')).filter(
    (order) => !isOver(order),
  )
  if (left.length > 0) trader.note('status', `${left.length} orders are open after their cancels`)
}

interface Audit {
  readonly markets: readonly Traded[]
  readonly starts: readonly Start[]
  readonly isFlat: boolean
}

async function audit(
  exchange: Exchange,
  traders: readonly Trader[],
  { markets, starts, isFlat }: Audit,
): Promise<void> {
  const { venue, clock } = exchange
  let filled = 0
  for (const [index, trader] of traders.entries()) {
    const orders = await auditOrders(trader, venue)
    filled += sum(orders, (order) => order.filled)
    const fills = trader.can('fetchMyTrades')
      ? await trader.ask<UserTrade[]>('fetchMyTrades', [{ limit: 5_000 }])
      : undefined
    if (fills !== undefined) auditFills(trader, orders, fills, venue)
    const start = starts[index] ?? { money: undefined }
    await auditHoldings(trader, { markets, start, now: clock.now(), orders, fills, venue, isFlat })
  }
  filledBy.set(exchange, filled)
}
