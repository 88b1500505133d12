import { objectIn } from '../../../http/parse-frame.js'
import type { MockContext, MockSocket, SocketTalk } from '../../../mock-kit/mock-venue.js'
import type { PaperEvent, PaperFill, PaperOrder } from '../../../paper-trading/state/types.js'
import { type Own, orderRow, settlementOf, toTradeRow } from '../clob/account.js'
import { ownerOf } from '../clob/auth.js'
import { conditionIdOf } from '../ids.js'
import { accountOf } from '../paper.js'

/**
 * The channel of an account: its orders and trades. Frames were recorded in 2024, or are those of polymarket-client
 * 0.14.0, `models/clob/user_events.py`. Conditions have 64 digits for both protocols, which is inferred.
 */
export const userSocket: MockSocket = { path: '/ws/user', tickMs: 100, open: createTalk }

function createTalk(context: () => MockContext): SocketTalk {
  let login: { readonly address: string; readonly apiKey: string } | undefined
  let isRefused = false
  /** Subscribed conditions; all when empty. */
  const markets = new Set<string>()
  /** Time up to which events have been sent. */
  let toldTo = 0
  /** Trades whose final on-chain status has not been sent yet, with the last status sent. */
  const unsettled = new Map<string, { readonly fill: PaperFill; status: string }>()

  function own(): Own | undefined {
    if (login === undefined) return undefined
    const call = context()
    return { call, account: accountOf(call, login.address), ...login }
  }

  /** Logs in: the first frame identifies the account. With unknown keys the connection is closed, which is inferred. */
  function logIn(auth: unknown): void {
    const { apiKey, secret, passphrase } = Object(auth) as Record<string, unknown>
    const address = ownerOf(context(), { apiKey, secret, passphrase })
    isRefused = address === undefined
    login = address === undefined ? undefined : { address, apiKey: String(apiKey) }
    toldTo = own()?.account.events().at(-1)?.sequence ?? 0
  }

  function isWanted({ call }: Own, { market }: Pick<PaperOrder, 'market'>): boolean {
    return markets.size === 0 || markets.has(conditionIdOf(call.world, market))
  }

  function framesOf(me: Own, event: PaperEvent): readonly string[] {
    if (event.kind !== 'placed' && event.kind !== 'filled' && event.kind !== 'cancelled') return []
    if (!isWanted(me, event.order)) return []
    const type = { placed: 'PLACEMENT', filled: 'UPDATE', cancelled: 'CANCELLATION' }[event.kind]
    const order = orderFrame(me, event.order, type, event.at)
    if (event.kind !== 'filled') return [order]
    const { status } = settlementOf(event.fill, event.at)
    unsettled.set(event.fill.id, { fill: event.fill, status })
    return [tradeFrame({ ...me, call: { ...me.call, now: event.at } }, event.fill), order]
  }

  /** Returns frames of changes of the on-chain status of trades since the last check. */
  function settlements(me: Own): readonly string[] {
    return [...unsettled].flatMap(([id, trade]) => {
      const { status } = settlementOf(trade.fill, me.call.now)
      if (status === trade.status) return []
      trade.status = status
      if (status === 'CONFIRMED') unsettled.delete(id)
      return tradeFrame(me, trade.fill)
    })
  }

  return {
    hear(frame) {
      if (frame === 'PING') return ['PONG']
      const { auth, markets: named, operation }: Partial<Record<string, unknown>> = objectIn(frame) ?? {}
      if (auth !== undefined && login === undefined) logIn(auth)
      const wanted = Array.isArray(named) ? named.map((one) => String(one).toLowerCase()) : []
      for (const market of wanted)
        if (operation === 'unsubscribe') markets.delete(market)
        else markets.add(market)
      return []
    },
    tick() {
      const me = own()
      if (me === undefined) return []
      const events = me.account.events(toldTo)
      toldTo = events.at(-1)?.sequence ?? toldTo
      return [...events.flatMap((event) => framesOf(me, event)), ...settlements(me)]
    },
    hasEnded: () => isRefused,
  }
}

function orderFrame(own: Own, order: PaperOrder, type: string, at: number): string {
  const row = orderRow(own, order)
  const trades = row['associate_trades']
  return JSON.stringify({
    ...row,
    event_type: 'order',
    type,
    order_owner: own.apiKey,
    associate_trades: type !== 'PLACEMENT' && Array.isArray(trades) && trades.length > 0 ? trades : null,
    created_at: String(row['created_at']),
    timestamp: String(at),
  })
}

function tradeFrame(own: Own, fill: PaperFill): string {
  const { now } = own.call
  return JSON.stringify({
    ...toTradeRow(own, fill),
    event_type: 'trade',
    type: 'TRADE',
    trade_owner: own.apiKey,
    last_update: String(Math.floor(now / 1000)),
    timestamp: String(now),
  })
}
