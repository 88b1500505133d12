import type * as z from 'zod'
import type {
  Frames,
  LevelChange,
  StreamMessage,
  StreamProtocol,
  StreamSource,
  StreamTopic,
  TopicChange,
} from '../../venue-kit/contract/stream-source.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { frameMemberOf, isJsonFrame, readFrameKeys } from '../../venue-kit/requests/malformed-frames.js'
import { createTradeIds, type TradeIds } from '../../venue-kit/unify/trade-ids.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { rowSource } from './native/row-updates.js'
import { bookFrame, changeFrame, isReadKind, toModernChanges, tradeFrame } from './native/stream-frames.js'
import type { OutcomeFacts } from './outcomes.js'

/**
 * The public market channel: books, level changes and last trades of tokens (README.md, "Streams"). Each token has its own book.
 * Frames have no sequence numbers. A book is therefore checked against the best prices in each change, and requested in full
 * every minute.
 */
export const streamSource: StreamSource<OutcomeFacts, TokenPlace> = {
  host: 'stream',
  brings: ['book', 'trades'],
  begins: 'pushed',
  refreshMs: 60_000,
  rows: rowSource,
  // A socket accepts many ids; clients use up to 500 (README.md), and trades take two.
  limits: { topicsAConnection: 250, topicsAFrame: 100 },
  pulse: { ping: { text: 'PING', everyMs: 10_000 }, deadAfterMs: 25_000 },
  place: ({ facts: { tokenId, otherTokenId } }) => ({
    key: tokenId,
    mirrored: false,
    facts: otherTokenId === undefined ? {} : { otherTokenId },
  }),
  handshake: () => ({ path: '/ws/market' }),
  speak: createSpeech,
}

/** A purchase of one of a market's tokens is a sale of the other, so the trades of both tokens count for each. */
interface TokenPlace {
  readonly otherTokenId?: string
}

function createSpeech(): StreamProtocol<TokenPlace> {
  /** Subscribed tokens. One subscription has the book and the trades. */
  let tokens: ReadonlySet<string> = new Set()
  /** Tokens whose trades are subscribed, by the other token of their market. */
  let byOther: ReadonlyMap<string, string> = new Map()
  /** Tokens whose trades are subscribed. */
  let taped: ReadonlySet<string> = new Set()
  /** Tokens that are being resubscribed. Trades in the meantime are not reported. */
  const interrupted = new Set<string>()
  let hasBegun = false
  const tradeIds = createTradeIds()

  function operation(name: 'subscribe' | 'unsubscribe', ids: readonly string[]): Frames {
    if (ids.length === 0) return []
    if (hasBegun || name === 'unsubscribe') return [JSON.stringify({ assets_ids: ids, operation: name })]
    hasBegun = true
    return [JSON.stringify({ assets_ids: ids, type: 'market' })]
  }

  /** Ends the interruption with the book that follows a new subscription. */
  function interruption(message: StreamMessage): StreamMessage[] {
    if (message.kind !== 'book' || !interrupted.delete(message.key)) return []
    const keys = [message.key, byOther.get(message.key) ?? ''].filter((key) => taped.has(key))
    return keys.length === 0
      ? []
      : [{ kind: 'gap', keys, of: 'trades', what: 'a token was subscribed again' }]
  }

  return {
    change({ added, allTopics }: TopicChange<TokenPlace>): Frames {
      const before = tokens
      const pairs = allTopics.flatMap(({ kind, key, facts }): [string, string][] =>
        kind === 'book' || facts.otherTokenId === undefined ? [] : [[facts.otherTokenId, key]],
      )
      byOther = new Map(pairs)
      taped = new Set(allTopics.filter(({ kind }) => kind === 'trades').map(({ key }) => key))
      tokens = new Set([...allTopics.map(({ key }) => key), ...byOther.keys()])
      const gone = [...before].filter((token) => !tokens.has(token))
      const fresh = [...tokens].filter((token) => !before.has(token))
      // The book of a token that was subscribed for its trades is sent only with a subscription.
      const joined = added.filter(({ kind, key }) => kind === 'book' && before.has(key)).map(({ key }) => key)
      for (const token of joined) interrupted.add(token)
      return [
        ...operation('unsubscribe', [...gone, ...joined]),
        ...operation('subscribe', [...fresh, ...joined]),
      ]
    },
    again(topics: readonly StreamTopic<TokenPlace>[]): Frames {
      const ids = topics.map(({ key }) => key).filter((key) => tokens.has(key))
      for (const token of ids) interrupted.add(token)
      return [...operation('unsubscribe', ids), ...operation('subscribe', ids)]
    },
    read(frame) {
      // `PONG`, and `NO NEW ASSETS` where all ids are already subscribed (README.md).
      if (!isJsonFrame(frame)) return []
      const parsed: unknown = JSON.parse(frame)
      const rows: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
      const messages = rows.flatMap((row) => messagesOf(row, tradeIds, byOther))
      if (interrupted.size === 0) return messages
      return messages.flatMap((message) => [...interruption(message), message])
    },
  }
}

function messagesOf(
  row: unknown,
  tradeIds: TradeIds,
  byOther: ReadonlyMap<string, string>,
): readonly StreamMessage[] {
  const frame = Object(row) as Readonly<Record<string, unknown>>
  const token = frame['asset_id']
  switch (frame['event_type']) {
    case 'book':
      return readFrameKeys(
        () => [token],
        'book',
        () => [toBook(readPayload(bookFrame, frame, 'a book frame'))],
      )
    case 'price_change': {
      const changes = toModernChanges(frame)
      return readFrameKeys(
        () => tokensIn(changes),
        'book',
        () => toChanges(readPayload(changeFrame, changes, 'a price_change frame')),
      )
    }
    case 'last_trade_price': {
      const other = byOther.get(String(token))
      return readFrameKeys(
        () => (other === undefined ? [token] : [token, other]),
        'trades',
        () => toTrades(readPayload(tradeFrame, frame, 'a last_trade_price frame'), tradeIds, byOther),
      )
    }
    default:
      if (typeof frame['event_type'] === 'string') isReadKind(frame['event_type'])
      return []
  }
}

function tokensIn(frame: unknown): readonly unknown[] {
  const rows = frameMemberOf(frame, 'price_changes')
  return Array.isArray(rows) ? rows.map((row) => frameMemberOf(row, 'asset_id')) : []
}

function toBook({
  asset_id,
  timestamp,
  bids,
  asks,
  hash,
  tick_size,
}: z.output<typeof bookFrame>): StreamMessage {
  return {
    kind: 'book',
    key: asset_id,
    at: timestamp,
    levels: {
      bids: bids.map(({ price, size }) => [price, size]),
      asks: asks.map(({ price, size }) => [price, size]),
    },
    facts: {
      ...(hash === undefined ? {} : { hash }),
      ...(tick_size === undefined ? {} : { tickSize: tick_size }),
    },
  }
}

/**
 * Converts changes. A size is the new total of its level (README.md). A token's last change has the best prices after all
 * changes.
 */
function toChanges({ timestamp, price_changes }: z.output<typeof changeFrame>): StreamMessage[] {
  const byToken = new Map<
    string,
    { changes: LevelChange[]; bid: number | undefined; ask: number | undefined }
  >()
  for (const { asset_id, price, size, side, best_bid, best_ask } of price_changes) {
    const known = byToken.get(asset_id) ?? { changes: [], bid: undefined, ask: undefined }
    known.changes.push({ side: side === 'BUY' ? 'bid' : 'ask', price, size })
    byToken.set(asset_id, { ...known, bid: best_bid, ask: best_ask })
  }
  return [...byToken].map(([key, { changes, bid, ask }]) => ({
    kind: 'changes',
    key,
    changes,
    at: timestamp,
    best: {
      ...(bid === undefined ? {} : { bid: isPrice(bid) ? bid : null }),
      ...(ask === undefined ? {} : { ask: isPrice(ask) ? ask : null }),
    },
    // A hash is that of the complete book it came with.
    facts: { hash: undefined },
  }))
}

function isPrice(price: number): boolean {
  return price > 0 && price < 1
}

function toTrades(
  { asset_id, price, size, side, timestamp }: z.output<typeof tradeFrame>,
  tradeIds: TradeIds,
  byOther: ReadonlyMap<string, string>,
): StreamMessage[] {
  const id = tradeIds.idOf(`${asset_id.slice(-12)}-${side}-${price}-${size}`, timestamp)
  const own = { id, timestamp, amount: size }
  const isBuy = side === 'BUY'
  const messages: StreamMessage[] = [
    { kind: 'trades', key: asset_id, trades: [{ ...own, price, side: isBuy ? 'buy' : 'sell' }] },
  ]
  const other = byOther.get(asset_id)
  if (other !== undefined) {
    const turned = { ...own, price: complementPrice(price), side: isBuy ? 'sell' : 'buy' } as const
    messages.push({ kind: 'trades', key: other, trades: [turned] })
  }
  return messages
}
