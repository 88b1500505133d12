import { toJsonReply } from '../../../http/reply.js'
import { type MockCall, type Route, route } from '../../../mock-kit/mock-venue.js'
import { toAmountText } from '../../../paper-trading/state/amount.js'
import type { PaperEvent, PaperFill, PaperOrder } from '../../../paper-trading/state/types.js'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import { eventOf } from '../catalogue.js'
import type { Native } from '../gamma/market.js'
import { conditionIdOf, tokenOf } from '../ids.js'
import { imageOf, isRecurrent } from '../labels.js'
import { type Own, ownOf, transactionOf } from './account.js'
import { createClobError } from './errors.js'
import { toLongMarket } from './markets.js'

/** Routes of the notifications of an account (polymarket-client 0.14.0, `models/clob/notifications.py`). */
export const notificationRoutes: readonly Route[] = [
  route('GET', '/notifications', (call) => {
    const own = ownOf(call)
    const dropped = new Set(droppedBy(call, own.address))
    const events = own.account.events().filter(({ sequence }) => !dropped.has(sequence))
    return toJsonReply(events.flatMap((event) => notification(own, event) ?? []).reverse())
  }),
  route('DELETE', '/notifications', (call) => {
    const { address } = ownOf(call)
    const ids = call.query.entries.flatMap(([name, value]) => (name === 'ids' ? value.split(',') : []))
    if (ids.length === 0 || !ids.every((id) => /^\d{1,9}$/.test(id)))
      throw createClobError(400, 'Invalid notification ids')
    const gone = new Set([...droppedBy(call, address), ...ids.map(Number)])
    call.paper.notes(dropped).set(address.toLowerCase(), '', [...gone])
    return toJsonReply('OK')
  }),
]

/** The numbers of dismissed notifications. */
const dropped: NotesOf<readonly number[]> = { name: 'polymarket dropped notifications' }

function droppedBy({ paper }: MockCall, address: string): readonly number[] {
  return paper.notes(dropped).get(address.toLowerCase(), '') ?? []
}

const [CANCELLED, FILLED, RESOLVED] = [1, 2, 4]

/** Renders a notification, or undefined for events without one. */
function notification(own: Own, event: PaperEvent): Native | undefined {
  const told = (type: number, payload: Native): Native => ({
    id: event.sequence,
    type,
    owner: own.apiKey,
    timestamp: Math.floor(event.at / 1000),
    payload,
  })
  if (event.kind === 'cancelled') return told(CANCELLED, ofOrder(own, event.order))
  if (event.kind === 'filled') return told(FILLED, ofOrder(own, event.order, event.fill))
  if (event.kind !== 'settled') return undefined
  const { market } = event.settlement
  const host = eventOf(own.call, market)
  return told(RESOLVED, { ...toLongMarket(own.call, { event: host, market }), eventSlug: host.slug })
}

function ofOrder({ call }: Own, order: PaperOrder, fill?: PaperFill): Native {
  const { market, side, price } = order
  const { slug, series } = eventOf(call, market)
  return {
    asset_id: tokenOf(call.world, market, side),
    market: conditionIdOf(call.world, market),
    order_id: order.id,
    side: order.action === 'buy' ? 'BUY' : 'SELL',
    type: order.native['orderType'] ?? 'GTC',
    price: toAmountText(fill?.price ?? price ?? 0n),
    original_size: toAmountText(order.size),
    matched_size: toAmountText(order.filled),
    remaining_size: toAmountText(order.size - order.filled),
    outcome: side === 'yes' ? market.yesLabel : market.noLabel,
    outcome_index: side === 'yes' ? 0 : 1,
    transaction_hash: fill === undefined ? '' : transactionOf(fill),
    trade_id: fill?.id ?? '',
    question: market.question,
    market_slug: market.slug,
    icon: imageOf(series),
    image: imageOf(series),
    eventSlug: slug,
    seriesSlug: isRecurrent(series) ? series.key : '',
  }
}
