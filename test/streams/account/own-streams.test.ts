import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { UserTrade } from '../../../src/api/models/models.js'
import type { ListedFacts } from '../../../src/streams/account/tracker.js'
import { settle } from '../../support/clock.js'
import {
  type AccountOptions,
  filledOf,
  orderOf,
  ownAccounts,
  refusedKey,
  tradeOf,
} from '../support/own-streams.js'

const oddRow = new Map([
  [
    'data',
    { seen: 60, malformed: [{ path: 'data[0].side', problem: "unknown value 'zz'", fingerprint: '1' }] },
  ],
])
const outage = new PmxError('NETWORK_ERROR', 'the venue is away', { retryable: true })

describe('an account with a user channel', () => {
  test('reads its list before anything is opened, when the subscription stands, and once more for what is listed late', async () => {
    const house = ownAccounts({ brings: ['orders'] })
    house.listsOf('a').open = [orderOf('1')]
    const { watched, rows } = await house.watch('orders')
    expect([watched.isStreamed, house.listsOf('a').calls]).toEqual([true, ['open', 'fills']])
    await house.stand()
    await house.clock.advance(0)
    expect(house.wire.last.sent).toEqual(['own of a'])
    await house.clock.advance(60_000)
    expect(house.listsOf('a').calls).toEqual(['open', 'fills', 'open', 'fills', 'open', 'fills'])
    expect(rows()).toEqual([])
  })

  test('brings what its frames show, each order as it moves on and never back', async () => {
    const house = ownAccounts({ brings: ['orders'] })
    const { rows } = await house.watch('orders')
    await house.stand()
    await house.clock.advance(0)
    await house.frame({ orders: [orderOf('1')] })
    await house.frame({ orders: [orderOf('1', { filled: 4, remaining: 6 })] })
    await house.frame({ orders: [filledOf('1')] })
    // Late, and twice.
    await house.frame({ orders: [orderOf('1', { filled: 4, remaining: 6 }), filledOf('1')] })
    expect(rows()).toEqual([orderOf('1'), orderOf('1', { filled: 4, remaining: 6 }), filledOf('1')])
  })

  test('shows the journal every order, also where only trades are watched', async () => {
    const house = ownAccounts({ brings: ['orders', 'trades'] })
    await house.watch('trades')
    await house.stand()
    await house.frame({ orders: [filledOf('1')] })
    expect(house.shown).toEqual(['account a 1 filled'])
  })

  test('shows trades of a venue that nets as their orders were requested', async () => {
    const house = ownAccounts({ brings: ['trades'], fillsAreNetted: true })
    const { rows } = await house.watch('trades')
    await house.stand()
    await house.frame({ trades: [tradeOf('t1', house.clock.now())] })
    expect(rows()).toMatchObject([{ id: 't1', metadata: { shownTo: 'account a' } }])
    // A trade that is shown in another way stays the same trade.
    await house.frame({ trades: [tradeOf('t1', house.clock.now())] })
    expect(rows()).toEqual([])
    house.wire.last.events.closed({ code: 1006, reason: 'away' })
    house.listsOf('a').trades = [tradeOf('t2', house.clock.now())]
    await house.clock.advance(2_000)
    await house.stand()
    await house.clock.advance(1_000)
    expect(rows()).toMatchObject([{ id: 't2', metadata: { shownTo: 'account a' } }])
  })

  test('after an outage reads each list, and brings what happened meanwhile', async () => {
    const house = ownAccounts({ brings: ['orders', 'trades'] })
    const lists = house.listsOf('a')
    lists.open = [orderOf('1'), orderOf('2')]
    const orders = await house.watch('orders')
    const trades = await house.watch('trades')
    await house.stand()
    await house.clock.advance(1_000)
    await house.frame({ trades: [tradeOf('t1', house.clock.now())] })
    expect(trades.rows()).toHaveLength(1)
    lists.calls.splice(0)
    house.wire.last.events.closed({ code: 1006, reason: 'away' })
    lists.open = [orderOf('2'), orderOf('3')]
    lists.ended.set('1', filledOf('1'))
    lists.trades = [tradeOf('t2', house.clock.now() + 1), tradeOf('t1', house.clock.now())]
    await house.clock.advance(2_000)
    expect([house.wire.sockets.length, lists.calls]).toEqual([2, []])
    await house.stand()
    await house.clock.advance(1_000)
    expect([...lists.calls].sort()).toEqual(['fills', 'fills', 'open', 'order 1'])
    expect(orders.rows()).toEqual([orderOf('3'), filledOf('1')])
    expect(trades.rows()).toEqual([tradeOf('t2', house.clock.now() - 2_999)])
    await house.clock.advance(60_000)
    const calls = lists.calls.length
    await house.clock.advance(60_000)
    expect(lists.calls).toHaveLength(calls)
    expect([...orders.rows(), ...trades.rows()]).toEqual([])
  })

  test('a list that lags behind a frame closes no position, and a change that no frame brought is told', async () => {
    const house = ownAccounts({ brings: ['positions'] })
    const lists = house.listsOf('a')
    const bought = { marketId: 'm', outcomeId: 'm-yes', size: 5 }
    const grown = { marketId: 'n', outcomeId: 'n-yes', size: 2 }
    lists.positions = [grown]
    const { watched, rows } = await house.watch('positions')
    await house.stand()
    await house.clock.advance(60_000)
    await house.frame({ positions: [bought, { ...grown, size: 8 }] })
    expect(rows()).toEqual([bought, { ...grown, size: 8 }])
    house.wire.last.events.closed({ code: 1006, reason: 'away' })
    await house.clock.advance(2_000)
    await house.stand()
    await house.clock.advance(3_000)
    expect([rows(), watched.current]).toEqual([[], [{ ...grown, size: 8 }, bought]])
    lists.positions = [{ ...grown, size: 8 }]
    await house.clock.advance(20_000)
    expect([rows(), watched.current]).toEqual([[{ ...bought, size: 0 }], [{ ...grown, size: 8 }]])
  })

  test.each(['after an outage', 'after a frame that names it as changed'])(
    'reads a list once more %s, since rows are listed late',
    async (when) => {
      const house = ownAccounts({ brings: ['trades'] })
      const lists = house.listsOf('a')
      const { rows } = await house.watch('trades')
      await house.stand()
      await house.clock.advance(60_000)
      if (when === 'after an outage') {
        house.wire.last.events.closed({ code: 1006, reason: 'away' })
        await house.clock.advance(2_000)
        await house.stand()
      } else await house.frame({ changed: ['trades'] })
      const trade = tradeOf('t', house.clock.now() - 1_000)
      await house.clock.advance(3_000)
      lists.trades = [trade]
      await house.clock.advance(20_000)
      expect(rows()).toEqual([trade])
      const calls = lists.calls.length
      await house.clock.advance(120_000)
      expect(lists.calls).toHaveLength(calls)
    },
  )

  test('reads its list until no row is older than a change that the venue accepted', async () => {
    const listed: (ListedFacts | undefined)[] = []
    const changed = orderOf('1', { price: 0.3 })
    let until = 1
    const house = ownAccounts({
      brings: ['orders'],
      listedUntil: () => until,
      showAs(order, how) {
        listed.push(how)
        return how === undefined || how.until === 2 ? { order } : { order: changed, isBehind: true }
      },
    })
    house.listsOf('a').open = [orderOf('1')]
    const { rows } = await house.watch('orders')
    await house.stand()
    await house.clock.advance(0)
    // Somebody else has changed it, which a frame would show.
    await house.frame({ orders: [orderOf('1', { price: 0.35 })] })
    expect(rows()).toEqual([orderOf('1', { price: 0.35 })])
    await house.clock.advance(30_000)
    const { calls } = house.listsOf('a')
    expect(calls.filter((call) => call === 'until').length).toBeGreaterThan(3)
    expect(rows().at(-1)).toEqual(changed)
    until = 2
    await house.clock.advance(10_000)
    expect(rows()).toEqual([orderOf('1')])
    expect(listed).toContainEqual(undefined)
    const read = calls.length
    await house.clock.advance(60_000)
    expect(calls).toHaveLength(read)
  })

  test('looks an order up again once a trade of it was reversed, which the journal is told', async () => {
    let isReversed = false
    const rejected = orderOf('1', { status: 'rejected', filled: 0, remaining: 10 })
    const house = ownAccounts({
      ordersKeepReversed: true,
      showAs: (order) => ({ order: isReversed ? rejected : order }),
    })
    const lists = house.listsOf('a')
    const { rows } = await house.watch('orders')
    await house.clock.advance(5_000)
    lists.ended.set('1', filledOf('1'))
    lists.trades = [tradeOf('t', house.clock.now(), { orderId: '1' })]
    await house.clock.advance(5_000)
    expect(rows()).toEqual([filledOf('1')])
    isReversed = true
    const back = { side: 'sell', orderId: '1', metadata: { reverses: 't' } } as const
    lists.trades = [tradeOf('t:busted', house.clock.now(), back), ...lists.trades]
    await house.clock.advance(5_000)
    expect(rows()).toEqual([rejected])
    expect(house.shown).toContain('account a t:busted reversed')
    const calls = lists.calls.filter((call) => call === 'order 1').length
    await house.clock.advance(5_000)
    expect(lists.calls.filter((call) => call === 'order 1')).toHaveLength(calls)
  })

  test('after an outage brings what takes a trade back', async () => {
    const house = ownAccounts({ brings: ['trades'] })
    const { rows } = await house.watch('trades')
    await house.stand()
    await house.clock.advance(1_000)
    const trade = tradeOf('t', house.clock.now())
    const reversal = tradeOf('t:failed', house.clock.now(), { side: 'sell', metadata: { reverses: 't' } })
    await house.frame({ trades: [trade] })
    house.wire.last.events.closed({ code: 1006, reason: 'away' })
    house.listsOf('a').trades = [trade, reversal]
    await house.clock.advance(2_000)
    await house.stand()
    await house.clock.advance(1_000)
    expect(rows()).toEqual([trade, reversal])
  })

  test('after an outage brings no trade twice, however many there were before', async () => {
    const house = ownAccounts({ brings: ['trades'] })
    const { rows } = await house.watch('trades')
    await house.stand()
    await house.clock.advance(1_000)
    const trades = Array.from({ length: 6_000 }, (_, index) => tradeOf(`t${index}`, house.clock.now()))
    await house.frame({ trades })
    expect(rows()).toHaveLength(6_000)
    house.wire.last.events.closed({ code: 1006, reason: 'away' })
    house.listsOf('a').trades = [...trades].reverse()
    await house.clock.advance(2_000)
    await house.stand()
    await house.clock.advance(1_000)
    expect(rows()).toEqual([])
  })

  test('is polled while the channel is out for long, and not any more once it stands', async () => {
    const house = ownAccounts({ brings: ['orders'] })
    const lists = house.listsOf('a')
    const { rows } = await house.watch('orders')
    await house.stand()
    await house.clock.advance(1_000)
    lists.calls.splice(0)
    house.wire.last.events.closed({ code: 1006, reason: 'away' })
    lists.open = [orderOf('1')]
    await house.clock.advance(5_000)
    expect(rows()).toEqual([orderOf('1')])
    const polled = lists.calls.length
    await house.clock.advance(4_000)
    expect(lists.calls.length).toBeGreaterThan(polled)
    await house.stand()
    await house.clock.advance(30_000)
    const after = lists.calls.length
    await house.clock.advance(60_000)
    expect(lists.calls).toHaveLength(after)
  })

  test('says what cannot be read where the venue has no list of it', async () => {
    const house = ownAccounts({ brings: ['trades'], without: ['fills'] })
    const { news } = await house.watch('trades')
    await house.stand()
    await house.clock.advance(1_000)
    news.splice(0)
    house.wire.last.events.closed({ code: 1006, reason: 'away' })
    await house.clock.advance(1_000)
    await house.stand()
    await house.clock.advance(1_000)
    expect(news).toEqual([
      { rows: [], missed: 'missed trades cannot be read, because the venue does not list them' },
    ])
  })

  test('reads the lists where a frame cannot be read', async () => {
    const house = ownAccounts({ brings: ['orders'] })
    const { rows } = await house.watch('orders')
    await house.stand()
    await house.clock.advance(1_000)
    house.listsOf('a').open = [orderOf('1')]
    await house.frame('unreadable')
    await house.clock.advance(1_000)
    expect(rows()).toEqual([orderOf('1')])
    await house.frame('odd')
    expect(house.wire.last.isCut).toBe(true)
  })

  test('is polled where the venue ends each connection of it, and asked again long after', async () => {
    const house = ownAccounts({ brings: ['orders'], isUnacknowledged: true })
    const { watched, rows, ended } = await house.watch('orders')
    for (let tries = 0; tries < 3; tries++) {
      await house.stand()
      house.wire.last.events.closed({ code: 1006, reason: 'no' })
      await house.clock.advance(3_000)
    }
    house.listsOf('a').open = [orderOf('1')]
    await house.clock.advance(120_000)
    expect([watched.isStreamed, house.wire.sockets.length, ended]).toEqual([false, 3, []])
    expect(rows()).toEqual([orderOf('1')])
  })

  test('a venue that is away is no refusal: its channel is opened again and again', async () => {
    const house = ownAccounts({ brings: ['orders'] })
    const { watched } = await house.watch('orders')
    for (let tries = 0; tries < 6; tries++) {
      await settle()
      house.wire.last.events.closed({ code: 1006, reason: 'refused' })
      await house.clock.advance(30_000)
    }
    expect(watched.isStreamed).toBe(true)
    expect(house.wire.sockets.length).toBeGreaterThan(6)
  })
})

describe('an account without a user channel', () => {
  test('is polled within a share of the limits, and told of changes alone', async () => {
    const house = ownAccounts()
    const lists = house.listsOf('a')
    lists.open = [orderOf('1')]
    const { watched, rows } = await house.watch('orders')
    expect(watched.isStreamed).toBe(false)
    lists.open = [orderOf('1', { filled: 5, remaining: 5 })]
    await house.clock.advance(2_000)
    expect(rows()).toEqual([orderOf('1', { filled: 5, remaining: 5 })])
    lists.calls.splice(0)
    await house.clock.advance(20_000)
    // 2 s apart, and two lists each.
    expect(lists.calls).toHaveLength(20)
    expect(rows()).toEqual([])
    expect(house.wire.sockets).toEqual([])
  })

  test.each([-1, 1])(
    'trades are brought where the clock of the venue is 9 minutes off, by %d',
    async (sign) => {
      const house = ownAccounts()
      const lists = house.listsOf('a')
      const { rows } = await house.watch('trades')
      await house.clock.advance(60_000)
      const trade = tradeOf('t', house.clock.now() + sign * 9 * 60_000)
      lists.trades = [trade]
      await house.clock.advance(4_000)
      expect(rows()).toEqual([trade])
    },
  )

  test.each([-3_600_000, 3_600_000])(
    'trades are brought once where the clock of this machine is an hour off, by %d ms',
    async (off) => {
      const house = ownAccounts()
      const lists = house.listsOf('a')
      const before = tradeOf('before', house.clock.trueNow() - 300_000)
      lists.trades = [before]
      house.clock.jump(off)
      const { rows } = await house.watch('trades')
      await house.clock.advance(60_000)
      const trade = tradeOf('t', house.clock.trueNow())
      lists.trades = [trade, before]
      await house.clock.advance(10_000)
      expect(rows()).toEqual([trade])
    },
  )

  test('an order that was filled is found where the clock of this machine is an hour fast', async () => {
    const house = ownAccounts()
    house.clock.jump(3_600_000)
    const lists = house.listsOf('a')
    const { rows } = await house.watch('orders')
    lists.trades = [tradeOf('t', house.clock.trueNow(), { orderId: '9' })]
    lists.ended.set('9', filledOf('9'))
    await house.clock.advance(4_000)
    expect(rows()).toEqual([filledOf('9')])
  })

  test('an order that was placed and filled between two readings is found by its fills', async () => {
    const house = ownAccounts()
    const lists = house.listsOf('a')
    const { rows } = await house.watch('orders')
    lists.trades = [tradeOf('t', house.clock.now(), { orderId: '9' })]
    lists.ended.set('9', filledOf('9'))
    await house.clock.advance(4_000)
    expect(rows()).toEqual([filledOf('9')])
  })

  test.each<readonly [string, AccountOptions, Partial<UserTrade>[]]>([
    ['has no trades', { without: ['fills'] }, []],
    ['has trades that do not name it', {}, [{}]],
  ])(
    'an order that ends between two readings is said to be missed where the venue %s',
    async (_what, on, fills) => {
      const house = ownAccounts(on)
      const { news } = await house.watch('orders')
      house.listsOf('a').trades = fills.map((fill) => tradeOf('t', house.clock.now(), fill))
      await house.clock.advance(20_000)
      const missed = expect.stringContaining('orders that open and end between two polls')
      expect(news).toEqual([{ rows: [], missed }])
    },
  )

  test('what a reading showed is told by the next one, where a look-up of it fails', async () => {
    const house = ownAccounts()
    const lists = house.listsOf('a')
    lists.open = [orderOf('1')]
    const { rows } = await house.watch('orders')
    lists.open = [orderOf('2')]
    lists.trades = [tradeOf('t', house.clock.now(), { orderId: '9' })]
    let failures = 1
    lists.ended.get = (id) => {
      if (failures-- > 0) throw outage
      return filledOf(id)
    }
    await house.clock.advance(60_000)
    expect(rows()).toEqual([orderOf('2'), filledOf('1'), filledOf('9')])
  })

  test('of a trade that sums up the fills of its order each reading brings what was added', async () => {
    const house = ownAccounts({ fillsAreSums: true })
    const lists = house.listsOf('a')
    // Dated by their orders, of which one rests since yesterday.
    const [old, young] = [house.clock.now() - 86_400_000, house.clock.now()]
    const sum = (id: string, at: number, amount: number, price: number) =>
      tradeOf(id, at, { amount, price, orderId: id })
    lists.trades = [sum('8', old, 2, 0.4)]
    const { rows } = await house.watch('trades')
    await house.clock.advance(4_000)
    expect(rows()).toEqual([])
    lists.trades = [sum('8', old, 5, 0.46), sum('9', young, 3, 0.2)]
    await house.clock.advance(4_000)
    const added = { metadata: { isPartOfOrder: true, filledBefore: 2 } }
    expect(rows()).toEqual([{ ...sum('8', old, 3, 0.5), id: '8:5', ...added }, sum('9', young, 3, 0.2)])
    await house.clock.advance(4_000)
    expect(rows()).toEqual([])
  })

  test('an order that no list and no look-up shows any more is told as unknown, once', async () => {
    const house = ownAccounts({ without: ['order'] })
    const lists = house.listsOf('a')
    lists.open = [orderOf('1')]
    const { rows } = await house.watch('orders')
    lists.open = []
    await house.clock.advance(30_000)
    expect(rows()).toEqual([])
    await house.clock.advance(40_000)
    expect(rows()).toEqual([{ ...orderOf('1'), metadata: { unknown: ['status', 'filled', 'remaining'] } }])
  })

  test('positions are there at once, and told when what is held changes, not when its price does', async () => {
    const house = ownAccounts()
    const lists = house.listsOf('a')
    const held = { marketId: 'm', outcomeId: 'm-yes', size: 5, entryPrice: 0.4, currentPrice: 0.5 }
    lists.positions = [held]
    const { watched, rows } = await house.watch('positions')
    expect(watched.current).toEqual([held])
    lists.positions = [{ ...held, currentPrice: 0.6 }]
    await house.clock.advance(4_000)
    expect(rows()).toEqual([])
    lists.positions = []
    await house.clock.advance(4_000)
    expect(rows()).toEqual([{ marketId: 'm', outcomeId: 'm-yes', size: 0, entryPrice: 0.4 }])
    expect(watched.current).toEqual([])
  })

  const held = { marketId: 'm', outcomeId: 'm-yes', size: 5 }
  const other = { ...held, marketId: 'n', outcomeId: 'n-yes' }

  test('a position is held still while rows of its list cannot be read', async () => {
    const house = ownAccounts()
    const lists = house.listsOf('a')
    lists.positions = [held, other]
    const { watched, news, rows } = await house.watch('positions')
    lists.positions = [other]
    lists.leaveOut = (omissions) => omissions.noteRows('GET /positions', oddRow)
    await house.clock.advance(10_000)
    expect(news.map(({ missed }) => missed)).toEqual([expect.stringContaining('positions')])
    expect([rows(), watched.current]).toEqual([[], [held, other]])
    lists.leaveOut = undefined
    await house.clock.advance(4_000)
    expect([rows(), watched.current]).toEqual([[{ ...held, size: 0 }], [other]])
  })

  test('a position that is not among those that the venue lists at most is told as unknown, once', async () => {
    const house = ownAccounts()
    const lists = house.listsOf('a')
    lists.positions = [held, other]
    lists.leaveOut = (omissions) => omissions.noteCut('older bets')
    const { watched, news, rows } = await house.watch('positions')
    await house.clock.advance(10_000)
    expect(news.splice(0)).toEqual([{ rows: [], missed: 'some positions could not be read: older bets' }])
    lists.positions = [other]
    await house.clock.advance(10_000)
    expect([rows(), watched.current]).toEqual([[{ ...held, metadata: { unknown: ['size'] } }], [other]])
  })

  test.each(['orders', 'trades'] as const)('rows of %s that cannot be read are told, once', async (kind) => {
    const house = ownAccounts()
    const { news } = await house.watch(kind)
    house.listsOf('a').leaveOut = (omissions) => omissions.noteRows('GET /fills', oddRow)
    await house.clock.advance(20_000)
    expect(news).toEqual([
      { rows: [], missed: expect.stringContaining('GET /fills data[0].side: unknown value') },
    ])
  })

  test('a venue that is away makes its callers wait, and ends nothing', async () => {
    const house = ownAccounts()
    const lists = house.listsOf('a')
    const { rows, ended } = await house.watch('orders')
    lists.failure = outage
    await house.clock.advance(300_000)
    lists.failure = undefined
    lists.open = [orderOf('1')]
    await house.clock.advance(120_000)
    expect([ended, rows()]).toEqual([[], [orderOf('1')]])
  })
})

describe('accounts', () => {
  test('do not see each other, also where the keys differ in their secret alone', async () => {
    const house = ownAccounts({ brings: ['orders'] })
    const first = await house.watch('orders', 'a')
    await house.stand()
    const second = await house.watch('orders', 'a', 'another secret')
    await house.stand()
    const third = await house.watch('orders', 'b')
    await house.stand()
    expect(house.wire.sockets).toHaveLength(3)
    house.wire.sockets[0]?.events.text(JSON.stringify({ orders: [orderOf('1')] }))
    await settle()
    expect([first.rows(), second.rows(), third.rows()]).toEqual([[orderOf('1')], [], []])
  })

  test('callers with the same keys share one socket', async () => {
    const house = ownAccounts({ brings: ['orders', 'trades'] })
    const watched = [await house.watch('orders'), await house.watch('orders'), await house.watch('trades')]
    await house.stand()
    await house.frame({ orders: [orderOf('1')] })
    expect(house.own.status()).toEqual({ kalshi: { sockets: 1, topics: 2, polled: 0 } })
    expect(watched.map(({ rows }) => rows().length)).toEqual([1, 1, 0])
    expect(house.wire.sockets).toHaveLength(1)
    for (const { watched: one } of watched) one.stop()
    await house.clock.advance(10_000)
    expect(house.wire.last.isCut).toBe(true)
    expect(house.own.status()).toEqual({})
  })

  test('a broken key costs itself alone: one call, no socket, and nothing for a while', async () => {
    const house = ownAccounts({ brings: ['orders'] })
    const good = await house.watch('orders', 'good')
    await house.stand()
    const broken = house.listsOf('broken')
    broken.failure = refusedKey
    await expect(house.watch('orders', 'broken')).rejects.toThrow('The venue refuses the key.')
    await expect(house.watch('orders', 'broken')).rejects.toThrow('The next attempt is at')
    expect([broken.calls, house.wire.sockets.length]).toEqual([['open'], 1])
    await house.clock.advance(60_000)
    broken.failure = undefined
    await house.watch('orders', 'broken')
    await house.frame({})
    expect(good.ended).toEqual([])
  })

  test('are watched up to a number, since most take a socket each', async () => {
    const house = ownAccounts()
    for (let account = 0; account < 200; account++) await house.watch('orders', `a${account}`)
    await house.watch('trades', 'a7')
    await expect(house.watch('orders', 'one more')).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })

  test('a key that is refused later ends what it watches, and nothing else', async () => {
    const house = ownAccounts()
    const [first, second] = [await house.watch('orders', 'a'), await house.watch('orders', 'b')]
    house.listsOf('a').failure = refusedKey
    await house.clock.advance(4_000)
    expect([first.ended, second.ended]).toEqual([['The venue refuses the key.'], []])
  })
})
