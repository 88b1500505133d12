import { refusalOf } from '../../http/reply.js'
import type { MockContext, MockSocket, SocketTalk } from '../../mock-kit/mock-venue.js'
import type { PaperEvent, PaperOrder } from '../../paper-trading/state/types.js'
import { slugOf } from './instruments.js'
import { type Native, toNanoIso } from './native-market.js'
import { endRow, orderRow, toEventRow, toFillRow } from './order-row.js'
import { exchangeOf } from './paper.js'
import { toBalanceRow } from './portfolio-routes.js'
import { positionsOf } from './positions.js'
import { refusedOrdersOf } from './refused-orders.js'
import { callerOf } from './signature.js'
import { commandIn, HEARTBEAT, HEARTBEAT_MS, MAX_MARKETS, type Subscribe } from './socket-commands.js'

/** The socket of accounts (README.md, "Sockets"): updates of orders, positions and balances. */
export const privateSocket: MockSocket = {
  path: '/v1/ws/private',
  tickMs: 100,
  refuse: (request, { now }) => refusalOf(() => callerOf({ request, now })),
  open: (context, { headers }) => createTalk(context, headers['x-pm-access-key'] ?? ''),
}

const kinds = ['ORDER', 'ORDER_SNAPSHOT', 'POSITION', 'ACCOUNT_BALANCE', 'RFQ'] as const
type Kind = (typeof kinds)[number]

interface Subscription {
  readonly kind: Kind
  /** All markets when empty. */
  readonly slugs: readonly string[]
}

/** The state of an account at the last check. */
interface Seen {
  readonly sequence: number
  readonly refused: number
  readonly positions: Readonly<Record<string, Native>>
  readonly balance: Native
}

function createTalk(context: () => MockContext, owner: string): SocketTalk {
  const subscriptions = new Map<string, Subscription>()
  let seen = look(context(), owner)
  let beatAt = context().now

  function subscribe({ requestId, subscriptionType, marketSlugs = [] }: Subscribe): string[] {
    const fail = (error: string): string[] => [JSON.stringify({ requestId, subscriptionType, error })]
    const kind = kinds.find((one) => subscriptionType === `SUBSCRIPTION_TYPE_${one}`)
    if (kind === undefined) return fail(`the demo does not play ${subscriptionType}`)
    if (subscriptions.has(requestId)) return fail('a subscription of this request id exists')
    if (marketSlugs.length > MAX_MARKETS) return fail(`more than ${MAX_MARKETS} markets`)
    if (kind === 'RFQ' && marketSlugs.length > 0) return fail('requests for quotes have no market filter')
    const told = snapshotOf(context(), owner, { kind, slugs: marketSlugs })
    // A subscription to an order snapshot ends with the snapshot.
    if (kind !== 'ORDER_SNAPSHOT') subscriptions.set(requestId, { kind, slugs: marketSlugs })
    return told === undefined ? [] : [frameOf(requestId, kind, told)]
  }

  return {
    hear(frame) {
      const { subscribe: wanted, unsubscribe } = commandIn(frame)
      if (unsubscribe !== undefined) subscriptions.delete(unsubscribe)
      return wanted === undefined ? [] : subscribe(wanted)
    },
    tick() {
      const now = context()
      const next = isNew(now, owner, seen) ? look(now, owner) : seen
      const news = next === seen ? [] : newsOf(now, owner, seen, next)
      const frames = [...subscriptions].flatMap(([requestId, { kind, slugs }]) =>
        news
          .filter((one) => one.kind === kind)
          .filter(({ slug }) => slug === undefined || slugs.length === 0 || slugs.includes(slug))
          .map(({ told }) => frameOf(requestId, kind, told)),
      )
      seen = next
      if (now.now - beatAt < HEARTBEAT_MS) return frames
      beatAt = now.now
      return [...frames, HEARTBEAT]
    },
  }
}

function frameOf(requestId: string, kind: Kind, told: object): string {
  return JSON.stringify({ requestId, subscriptionType: `SUBSCRIPTION_TYPE_${kind}`, ...told })
}

/** Returns the initial message of a subscription, or undefined if it has none. */
function snapshotOf(context: MockContext, owner: string, { kind, slugs }: Subscription): object | undefined {
  const account = exchangeOf(context).account(owner, context.now)
  if (kind === 'ACCOUNT_BALANCE')
    return { accountBalancesSnapshot: { balances: [toBalanceRow(account, context.now)] } }
  if (kind !== 'ORDER_SNAPSHOT') return undefined
  const open = account
    .orders()
    .filter((order) => order.status === 'open')
    .filter((order) => slugs.length === 0 || slugs.includes(slugOf(context, order)))
  return {
    orderSubscriptionSnapshot: { orders: open.map((order) => orderRow(context, order)), eof: true },
  }
}

function isNew(context: MockContext, owner: string, { sequence, refused }: Seen): boolean {
  const account = exchangeOf(context).account(owner, context.now)
  return account.events(sequence).length > 0 || refusedOrdersOf(context, owner).count > refused
}

function look(context: MockContext, owner: string): Seen {
  const account = exchangeOf(context).account(owner, context.now)
  return {
    sequence: account.events().at(-1)?.sequence ?? 0,
    refused: refusedOrdersOf(context, owner).count,
    positions: Object.fromEntries(
      [...positionsOf(context, account)].map(([slug, row]) => [slug, row()] as const),
    ),
    balance: toBalanceRow(account, context.now),
  }
}

interface News {
  readonly kind: Kind
  /** Undefined without a market. */
  readonly slug?: string
  readonly told: object
}

function newsOf(context: MockContext, owner: string, before: Seen, after: Seen): readonly News[] {
  const events = exchangeOf(context).account(owner, context.now).events(before.sequence)
  const { count, latest } = refusedOrdersOf(context, owner)
  const refused = latest.slice(latest.length - (count - before.refused))
  return [
    ...events.flatMap((event) => orderNews(context, event)),
    ...refused.map(({ row, execution }) => orderTold(String(row['marketSlug']), execution)),
    ...positionNews(context, events, before, after),
    ...balanceNews(events, before, after),
  ]
}

function orderTold(slug: string, execution: Native): News {
  return { kind: 'ORDER', slug, told: { orderSubscriptionUpdate: { execution } } }
}

function orderNews(context: MockContext, event: PaperEvent): readonly News[] {
  if (!('order' in event)) return []
  return [orderTold(slugOf(context, event.order), executionOf(context, event))]
}

function executionOf(
  context: MockContext,
  event: Extract<PaperEvent, { readonly order: PaperOrder }>,
): Native {
  const { order } = event
  if (event.kind === 'filled') return toFillRow(context, order, event.fill, order.status === 'filled')
  if (event.kind === 'cancelled') return endRow(context, order)
  return toEventRow(context, order, event.kind === 'placed' ? 'NEW' : 'REPLACE')
}

/** Events that change positions and balances. */
type Move = Extract<PaperEvent, { readonly kind: 'filled' | 'settled' }>

function movesIn(events: readonly PaperEvent[]): readonly Move[] {
  return events.filter((event): event is Move => event.kind === 'filled' || event.kind === 'settled')
}

function entryType(move: Move): string {
  return `LEDGER_ENTRY_TYPE_${move.kind === 'filled' ? 'ORDER_EXECUTION' : 'RESOLUTION'}`
}

/** Returns one change for each market: the position at the last check, and the current one. */
function positionNews(
  context: MockContext,
  events: readonly PaperEvent[],
  before: Seen,
  after: Seen,
): readonly News[] {
  const moves = new Map<string, Move>()
  for (const move of movesIn(events))
    moves.set(slugOf(context, move.kind === 'filled' ? move.fill : move.settlement), move)
  return [...moves].map(([slug, move]) => ({
    kind: 'POSITION',
    slug,
    told: {
      positionSubscription: {
        beforePosition: before.positions[slug] ?? null,
        afterPosition: after.positions[slug] ?? null,
        updateTime: toNanoIso(move.at),
        entryType: entryType(move),
        tradeId: move.kind === 'filled' ? move.fill.id : '',
      },
    },
  }))
}

function balanceNews(events: readonly PaperEvent[], before: Seen, after: Seen): readonly News[] {
  const move = movesIn(events).at(-1)
  if (move === undefined) return []
  const balanceChange = {
    beforeBalance: before.balance,
    afterBalance: after.balance,
    description: move.kind === 'filled' ? 'Order execution' : 'Market resolution',
    updateTime: toNanoIso(move.at),
    entryType: entryType(move),
  }
  return [{ kind: 'ACCOUNT_BALANCE', told: { accountBalancesUpdate: { balanceChange } } }]
}
