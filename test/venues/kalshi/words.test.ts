import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { boundsOf } from '../../../src/venues/kalshi/native/bounds.js'
import { takerOf } from '../../../src/venues/kalshi/native/direction.js'
import { fillsReply, orderReply } from '../../../src/venues/kalshi/native/order-wire.js'
import { deltaFrame } from '../../../src/venues/kalshi/native/stream-frames.js'
import { marketReply, tradesReply } from '../../../src/venues/kalshi/schemas.js'
import { createStreamSource } from '../../../src/venues/kalshi/stream.js'
import { readerOf } from '../../support/reading.js'
import { tolerant } from '../../support/venue.js'
import { testWords } from '../../support/words.js'
import {
  type Members,
  nativeEvent,
  nativeMarket,
  nativeSeries,
  nativeTrade,
  secondMarket,
} from './payloads.js'
import { setUp } from './set-up.js'

const market = (members: Members) => marketReply.parse({ market: nativeMarket(members) }).market

const order = (members: Members) =>
  orderReply.parse({
    order: {
      order_id: 'o-1',
      ticker: 'KXORBIT-26',
      outcome_side: 'yes',
      status: 'resting',
      initial_count_fp: '2.00',
      fill_count_fp: '0.00',
      remaining_count_fp: '2.00',
      ...members,
    },
  })

const fill = (members: Members) =>
  fillsReply.parse({
    fills: [
      {
        fill_id: 'f-1',
        order_id: 'o-1',
        ticker: 'KXORBIT-26',
        count_fp: '114.49',
        yes_price_dollars: '0.2300',
        created_time: '2026-07-28T18:00:00.5Z',
        ...members,
      },
    ],
  })

/** The taker of a public trade that tells it by one name alone. */
const taker = (members: Members) => {
  const row = nativeTrade({ taker_outcome_side: undefined, taker_book_side: undefined, ...members })
  const [trade] = tradesReply.parse({ trades: [row] }).trades
  return trade && takerOf(trade)
}

const delta = (side: string) => ({
  msg: { market_ticker: 'KXORBIT-26', price_dollars: '0.3600', delta_fp: '8.00', side },
})

/** What a socket that watches a book hears in a frame; undefined for nothing. */
function heard(frame: object) {
  const speech = createStreamSource({ id: 'kalshi' }).speak()
  const added = [{ kind: 'book', key: 'KXORBIT-26', facts: undefined }] as const
  speech.change({ added, removed: [], allTopics: added })
  const [first] = speech.read(JSON.stringify(frame), 0)
  return first
}

testWords('kalshi', {
  refused: {
    'market.market_type': (market_type) => market({ market_type }),
    'market.status': (status) => market({ status }),
    'market.result': (result) => market({ result }),
    'order.outcome_side': (outcome_side) => fill({ outcome_side }),
    'order.book_side': (book_side) => fill({ book_side }),
    'order.side': (side) => order({ side, outcome_side: undefined, is_yes: side === 'yes' }),
    'order.action': (action) => fill({ outcome_side: 'yes', action }),
    'order.type': (type) => order({ type }),
    'order.status': (status) => order({ status }),
    'trade.taker_outcome_side': (taker_outcome_side) => taker({ taker_outcome_side }),
    'orderbook_delta.side': (side) => deltaFrame.parse(delta(side)),
  },
  absent: {
    'market.settlement_bounds_type': (word) => {
      const bounds = boundsOf(market({ settlement_bounds_type: word, settlement_floor_dollars: '0.2500' }))
      return bounds.kind === 'unknown' ? undefined : bounds
    },
    'trade.taker_book_side': (taker_book_side) => taker({ taker_book_side }),
    'trade.taker_side': (taker_side) => taker({ taker_side }),
    'frame.type': (type) =>
      type === 'zz_new' ? heard({ type, sid: 1, seq: 1 }) : heard({ ...bookFrame, type }),
    'subscribed.channel': (channel) => heard({ type: 'subscribed', id: 1, msg: { channel, sid: 1 } }),
  },
})

/** Members of all kinds of frames that are read. */
const bookFrame = {
  sid: 1,
  seq: 1,
  msg: {
    ...delta('yes').msg,
    channel: 'orderbook_delta',
    sid: 1,
    code: 6,
    trade_id: 't-1',
    yes_price_dollars: '0.3600',
    count_fp: '1.00',
    ts_ms: 1786085191975,
  },
}

describe('a market whose status is not known', () => {
  const listed = (markets: readonly Members[]) => {
    const { ctx } = setUp({
      'GET api/events': {
        events: [nativeEvent(), nativeEvent({ event_ticker: 'KXODD-26', markets })],
        cursor: '',
      },
      'GET api/markets': { markets: [], cursor: '' },
      'GET api/series': { series: [nativeSeries()] },
    })
    return tolerant(ctx)
  }
  const list = async (ctx: ReturnType<typeof listed>) => {
    const rows = await collect(kalshi.markets.listEvents({ status: 'active' }, ctx).paging)
    return rows.map(({ event, markets }) => [event.id, markets.map(({ market: { marketId } }) => marketId)])
  }
  const odd = nativeMarket({ ticker: 'KXODD-26-A', event_ticker: 'KXODD-26', status: 'zz_new' })
  const [vela, otto] = ['KXORBMAYOR-26-VELA', 'KXORBMAYOR-26-OTTO']

  test('is set aside in lists: its event has the others', async () => {
    const ctx = listed([odd, secondMarket({ ticker: 'KXODD-26-B', event_ticker: 'KXODD-26' })])
    expect(await list(ctx)).toEqual([
      ['KXORBMAYOR-26', [vela, otto]],
      ['KXODD-26', ['KXODD-26-B']],
    ])
    expect(ctx.omissions.warnings.join()).toContain("unknown value 'zz_new' for market.status")
  })

  test('takes along an event that would pass for a closed one without it', async () => {
    const ctx = listed([odd])
    expect(await list(ctx)).toEqual([['KXORBMAYOR-26', [vela, otto]]])
    expect(ctx.omissions.warnings.join()).toContain('KXODD-26 may be open')
  })

  test('has its candles and trades, of which nothing is final', async () => {
    const { ctx } = setUp({ 'GET api/markets/KXODD-26-A': { market: odd } })
    const { located } = await readerOf(kalshi, ctx).locate('KXODD-26-A')
    expect(located).toMatchObject({ outcomeId: 'KXODD-26-A', listedAt: Date.UTC(2026, 4, 20, 19, 10) })
    expect(located).not.toHaveProperty('closedAt')
    expect(located).not.toHaveProperty('isSettled')
  })
})
