import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { Trade } from '../../../src/api/models/models.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { ReadTrades, WatchTarget } from '../../../src/streams/books/watch-target.js'
import { createStreamManager } from '../../../src/streams/stream-manager.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type {
  PushedTrades,
  StreamMessage,
  StreamSource,
} from '../../../src/venue-kit/contract/stream-source.js'
import { fakeClock, settle } from '../../support/clock.js'
import { fakeSockets } from '../support/fake-wire.js'

/** A venue whose frames are messages as they are. */
const source: StreamSource = {
  host: 'stream',
  brings: ['trades'],
  begins: 'pushed',
  limits: { topicsAConnection: 10, topicsAFrame: 10 },
  pulse: { ping: 'none', deadAfterMs: 1_000_000 },
  place: () => ({ key: 'M', mirrored: true, facts: undefined }),
  handshake: () => ({ path: '' }),
  speak: () => ({ change: () => [], read: (frame) => [JSON.parse(frame) as StreamMessage] }),
}

/** Trades of the venue watched by one, and what whoever keeps what trades move is told of them. */
async function watching(
  history?: (since: number) => Promise<ReadTrades>,
  isMirrored = true,
  openingMs = 0,
  venueAheadMs = 0,
  isStreamed = true,
) {
  const clock = fakeClock()
  const time = { venueAheadMs }
  const wire = fakeSockets()
  const told: PushedTrades[] = []
  const seen: string[] = []
  const prices: number[] = []
  const missed: string[] = []
  const readSince: number[] = []
  const readIt = (since: number): Promise<ReadTrades> => {
    readSince.push(since)
    return history?.(since) ?? Promise.reject(new Error())
  }
  const house = createStreamManager({
    clock,
    random: () => 0,
    log: silentLogger,
    readers: {
      closedAt: () => Promise.resolve(undefined),
      book: () => Promise.reject(new Error()),
      trades: (_target, since) => readIt(since),
    },
    openSocket: (_venue, _source, _secrets, events) => wire.open(events),
    ratePerSecond: () => 1,
    venueNow: () => clock.now() + time.venueAheadMs,
    onTrades: (_target, news) => told.push(news),
  })
  const target = {
    venue: {
      id: 'kalshi',
      ...(isStreamed
        ? { stream: { ...source, place: () => ({ key: 'M', mirrored: isMirrored, facts: undefined }) } }
        : {}),
      trades: history === undefined ? undefined : {},
    },
    located: { outcomeId: 'no' },
    secrets: noSecrets,
  } as unknown as WatchTarget
  const watched = house.trades(target, {
    next(news) {
      seen.push(...news.trades.map(({ id }) => id))
      prices.push(...news.trades.map(({ price }) => price))
      if (news.missed !== undefined) missed.push(news.missed)
    },
    ended() {},
  })
  const open = async (): Promise<void> => {
    await settle()
    await clock.advance(openingMs)
    wire.last.events.opened()
    await settle()
  }
  if (isStreamed) await open()
  return {
    clock,
    time,
    told,
    seen,
    prices,
    missed,
    readSince,
    open,
    hear: (message: object) => wire.last.events.text(JSON.stringify(message)),
    lose: () => wire.last.events.closed({ code: 1006, reason: 'gone' }),
    close() {
      watched.stop()
      house.close()
    },
  }
}

const print = (id: string, timestamp: number, price = 0.5) => ({
  id,
  timestamp,
  price,
  amount: 2,
  side: 'buy',
})

test('whoever keeps what trades move is told them of the outcome, since when none is missing, and when some were missed', async () => {
  const { clock, told, hear, lose, close } = await watching()
  const begunAt = clock.monotonic()
  const trade = (id: string, price: number) =>
    hear({ kind: 'trades', key: 'M', trades: [print(id, 1, price)] })
  trade('a', 0.25)
  const seen = { id: 'a', timestamp: 1, price: 0.75, amount: 2, side: 'sell', outcomeId: 'no' }
  expect(told.splice(0)).toEqual([{ kind: 'trades', trades: [seen], intactSince: begunAt + 1_000 }])

  await clock.advance(5_000)
  hear({ kind: 'gap', what: 'a frame' })
  trade('b', 0.5)
  expect(told.splice(0)).toMatchObject([{ kind: 'missed' }, { kind: 'trades', intactSince: begunAt + 5_000 }])

  hear({ kind: 'gap', what: 'a book alone', of: 'book' })
  expect(told).toEqual([])
  hear({ kind: 'gap', what: 'trades', of: 'trades' })
  expect(told.splice(0)).toEqual([{ kind: 'missed' }])

  lose()
  expect(told.splice(0)).toEqual([{ kind: 'missed' }])
  close()
})

test('of what a venue tells of the time before a subscription, only what was made since the watching began is new', async () => {
  const { clock, seen, hear, lose, open, close } = await watching()
  const from = clock.now()
  const tell = (trades: object[], mayBePast?: true) => hear({ kind: 'trades', key: 'M', trades, mayBePast })
  tell([print('old', from - 1), print('first', from)], true)
  tell([print('late', from - 5)])
  expect(seen).toEqual(['first', 'late'])
  lose()
  await clock.advance(1_000)
  await open()
  // Told again after the loss: what was missed is new, and nothing twice.
  tell([print('old', from - 1), print('first', from), print('missed', from + 900)], true)
  expect(seen).toEqual(['first', 'late', 'missed'])
  close()
})

describe('an outage of the socket', () => {
  /** A history that has these trades, newest first, of which the venue may answer late or not at all. */
  function historyOf(trades: readonly Trade[], more: Partial<ReadTrades> = {}) {
    const state = { trades: [...trades], more, error: undefined as PmxError | undefined }
    const read = async (since: number): Promise<ReadTrades> => {
      if (state.error !== undefined) throw state.error
      const rows = state.trades.filter(({ timestamp }) => timestamp >= since)
      return { trades: rows.toReversed(), isTooMany: false, cut: [], ...state.more }
    }
    return { state, read }
  }
  const traded = (id: string, timestamp: number, price = 0.5, amount = 2): Trade => ({
    ...print(id, timestamp, price),
    side: 'buy',
    amount,
    outcomeId: 'no',
  })

  test('is filled from the history, each trade once, whatever comes again', async () => {
    const { state, read } = historyOf([])
    const { clock, seen, hear, lose, open, readSince, missed, close } = await watching(read, false)
    const from = clock.now()
    const trade = (id: string, at: number) => hear({ kind: 'trades', key: 'M', trades: [print(id, at)] })
    await clock.advance(5_000)
    trade('a', from + 4_000)
    lose()
    await clock.advance(20_000)
    await open()
    trade('e', clock.now() + 500)
    const all = [
      ['old', -60_000],
      ['a', 4_000],
      ['b', 9_000],
      ['c', 24_000],
      ['e', 25_500],
    ] as const
    state.trades = all.map(([id, at]) => traded(id, from + at))
    await clock.advance(2_000)
    expect(seen).toEqual(['a', 'e', 'b', 'c'])
    expect(readSince).toEqual([from + 4_000 - 120_000])
    // A history that lags shows more at the second look.
    state.trades.push(traded('d', from + 24_500))
    await clock.advance(30_000)
    expect(seen).toEqual(['a', 'e', 'b', 'c', 'd'])
    await clock.advance(600_000)
    expect([seen.length, readSince.length, missed]).toEqual([5, 3, []])
    close()
  })

  test.each<[string, (number: number, rows: readonly Trade[]) => readonly Trade[], string[]]>([
    ['lags, then lacks the older half', (n, rows) => (n === 0 ? [] : n === 1 ? rows.slice(0, 2) : rows), []],
    [
      'lags, then lacks the middle',
      (n, rows) => rows.filter(({ id }) => n > 1 || id === 'a' || (n === 1 && id === 'e')),
      [],
    ],
    [
      'lacks the older half each time',
      (_n, rows) => rows.slice(0, 2),
      [expect.stringContaining('an earlier trade is missing from the history')],
    ],
  ])('of which the history %s is filled, or is said', async (_name, tell, said) => {
    const { state, read } = historyOf([])
    const lying = async (since: number): Promise<ReadTrades> => {
      const answer = await read(since)
      return { ...answer, trades: [...tell(readSince.length - 1, answer.trades)] }
    }
    const { clock, seen, hear, lose, open, readSince, missed, close } = await watching(lying, false)
    const from = clock.now()
    // Trades with the same values would be the same where ids differ.
    const priceAt = (at: number): number => 0.3 + at / 1e6
    await clock.advance(5_000)
    hear({ kind: 'trades', key: 'M', trades: [print('a', from + 4_000, priceAt(4_000))] })
    lose()
    await clock.advance(20_000)
    await open()
    hear({ kind: 'trades', key: 'M', trades: [print('e', from + 25_500, priceAt(25_500))] })
    const all = [
      ['a', 4_000],
      ['b', 9_000],
      ['c', 14_000],
      ['d', 24_000],
      ['e', 25_500],
    ] as const
    state.trades = all.map(([id, at]) => traded(id, from + at, priceAt(at)))
    await clock.advance(900_000)
    expect(missed).toEqual(said)
    expect(seen.toSorted()).toEqual(said.length === 0 ? ['a', 'b', 'c', 'd', 'e'] : ['a', 'd', 'e'])
    close()
  })

  test.each([
    [7_000, ['b', 'c']],
    [2_000, []],
  ])(
    'at the beginning, when it takes %i ms to subscribe, is filled where that is long',
    async (ms, found) => {
      const from = fakeClock().now()
      const all = [traded('a', from - 1_000), traded('b', from + 1_000), traded('c', from + ms)]
      const { read } = historyOf(all)
      const { clock, seen, close } = await watching(read, false, ms)
      await clock.advance(2_000)
      expect(seen).toEqual(found)
      close()
    },
  )

  test('of which the history has other ids and whole seconds is filled all the same', async () => {
    const { state, read } = historyOf([])
    const { clock, seen, hear, lose, open, close } = await watching(read, false)
    const from = Math.ceil(clock.now() / 1_000) * 1_000
    const tell = (id: string, at: number, price: number) =>
      hear({ kind: 'trades', key: 'M', trades: [print(id, from + at, price)] })
    await clock.advance(10_000)
    tell('s1', 3_700, 0.5)
    tell('s2', 3_900, 0.5)
    lose()
    await clock.advance(5_000)
    await open()
    // Of the second of the last one there was another one, and one is dated by a later block.
    state.trades = [
      traded('0x1', from + 3_000),
      traded('0x2', from + 3_000),
      traded('0x3', from + 3_000),
      traded('0x4', from + 7_000),
    ]
    await clock.advance(60_000)
    expect(seen).toEqual(['s1', 's2', '0x3', '0x4'])
    close()
  })

  test('of which a response lacked the newest fill of a transaction is filled, each once, though ids move', async () => {
    const { state, read } = historyOf([])
    const { clock, prices, lose, open, close } = await watching(read, false)
    const from = clock.now()
    lose()
    await clock.advance(20_000)
    await open()
    state.trades = [traded('x-1', from + 5_000, 0.1), traded('x-0', from + 5_000, 0.2)]
    await clock.advance(2_000)
    expect(prices).toEqual([0.1, 0.2])
    // Fills have no ids on some venues: the newest of a transaction is 0.
    state.trades = [
      traded('x-3', from + 5_000, 0.1),
      traded('x-2', from + 5_000, 0.2),
      traded('x-1', from + 5_000, 0.2),
      traded('x-0', from + 5_000, 0.3),
    ]
    await clock.advance(400_000)
    expect(prices).toEqual([0.1, 0.2, 0.2, 0.3])
    close()
  })

  test('of a book that is seen from the other side is filled in the prices of that side', async () => {
    const { state, read } = historyOf([])
    const { clock, prices, seen, lose, open, close } = await watching(read)
    lose()
    await clock.advance(10_000)
    await open()
    state.trades = [traded('b', clock.now() - 1_000, 0.3)]
    await clock.advance(2_000)
    expect([seen, prices]).toEqual([['b'], [0.7]])
    close()
  })

  test('is said where the history cannot be read, or does not reach back', async () => {
    const { state, read } = historyOf([])
    const { clock, missed, lose, open, close } = await watching(read, false)
    const from = clock.now()
    const goOnAfter = async (): Promise<void> => {
      lose()
      await clock.advance(10_000)
      await open()
      await clock.advance(700_000)
    }
    state.error = new PmxError('PERMISSION_DENIED', 'The venue says no.')
    await goOnAfter()
    expect(missed.splice(0)).toEqual([
      `Trades since ${new Date(from).toISOString()} may be missing: The venue says no.`,
    ])
    state.error = undefined
    state.more = { cut: ['one call cannot return all trades'] }
    await goOnAfter()
    expect(missed.splice(0)).toEqual([expect.stringContaining('one call cannot return all trades')])
    state.more = {}
    await goOnAfter()
    expect(missed).toEqual([])
    close()
  })

  test.each([
    ['one refusal', 1, new PmxError('NOT_FOUND', 'no trades')],
    ['three failures', 3, new PmxError('NETWORK_ERROR', 'The venue is away.', { retryable: true })],
  ])('is filled after %s of its history', async (_what, times, error) => {
    const { state, read } = historyOf([])
    let left = times
    const shaky = (since: number): Promise<ReadTrades> => (left-- > 0 ? Promise.reject(error) : read(since))
    const { clock, seen, missed, lose, open, close } = await watching(shaky, false)
    const from = clock.now()
    lose()
    await clock.advance(20_000)
    await open()
    state.trades = [traded('b', from + 1_000), traded('c', from + 19_000)]
    await clock.advance(600_000)
    expect([seen, missed]).toEqual([['b', 'c'], []])
    close()
  })

  test('is said where the venue has no history', async () => {
    const { clock, missed, lose, open, close } = await watching(undefined, false)
    lose()
    await clock.advance(10_000)
    await open()
    await clock.advance(1_000)
    expect(missed).toEqual([expect.stringContaining('the venue does not return the history of these trades')])
    close()
  })

  /** An outage of 20 s with two trades in it, and a history that shows nothing that is younger than the lag. */
  async function outageUnderLag(lagMs: number) {
    const { state, read } = historyOf([])
    const watched = await watching(async (since) => {
      const { trades, ...more } = await read(since)
      return { ...more, trades: trades.filter(({ timestamp }) => timestamp <= clock.now() - lagMs) }
    }, false)
    const { clock, lose, open } = watched
    const from = clock.now()
    lose()
    await clock.advance(20_000)
    await open()
    state.trades = [traded('b', from + 1_000), traded('c', from + 19_000)]
    return { ...watched, from, state }
  }

  test.each([45_000, 300_000])('is filled from a history that lags %i ms, too', async (lagMs) => {
    const { clock, seen, missed, close } = await outageUnderLag(lagMs)
    await clock.advance(600_000)
    expect([seen, missed]).toEqual([['b', 'c'], []])
    close()
  })

  test('is said where the history lags behind what the socket has brought since', async () => {
    const { clock, seen, missed, hear, from, state, close } = await outageUnderLag(900_000)
    const later = print('later', clock.now() + 5_000)
    await clock.advance(6_000)
    hear({ kind: 'trades', key: 'M', trades: [later] })
    state.trades.push(traded('later', later.timestamp))
    await clock.advance(600_000)
    expect(seen).toEqual(['later'])
    expect(missed).toEqual([`Trades since ${new Date(from).toISOString()} may be missing: the history lags`])
    close()
  })

  test.each([-300_000, -20_000, 20_000, 300_000])(
    'is filled by the time of the venue, whose clock is %i ms ahead',
    async (aheadMs) => {
      const { state, read } = historyOf([])
      const { clock, seen, missed, hear, lose, open, close } = await watching(read, false, 0, aheadMs)
      const from = clock.now() + aheadMs
      state.trades = [traded('old', from - 5_000)]
      lose()
      await clock.advance(60_000)
      await open()
      const outage = Array.from({ length: 12 }, (_, index) =>
        traded(`t${index}`, from + 4_000 + 5_000 * index),
      )
      state.trades.push(...outage.slice(0, 11))
      // The history lags: the last one comes with the second look.
      await clock.advance(10_000)
      expect(seen).toEqual(outage.slice(0, 11).map(({ id }) => id))
      state.trades.push(...outage.slice(11))
      hear({ kind: 'trades', key: 'M', trades: [print('later', from + 65_000)] })
      await clock.advance(60_000)
      state.trades.push(traded('later', from + 65_000))
      await clock.advance(600_000)
      expect(seen).toEqual([...outage.slice(0, 11).map(({ id }) => id), 'later', 't11'])
      expect(missed).toEqual([])
      close()
    },
  )

  test('before the first trade is filled from the beginning on, though the venue was said to be a day ahead then', async () => {
    const { state, read } = historyOf([])
    const { clock, time, seen, lose, open, close } = await watching(read, false, 0, 86_400_000)
    const from = clock.now()
    lose()
    await clock.advance(60_000)
    state.trades = [traded('old', from - 5_000), traded('a', from + 10_000), traded('b', from + 50_000)]
    time.venueAheadMs = 0
    await open()
    await clock.advance(40_000)
    expect(seen).toEqual(['a', 'b'])
    close()
  })

  test.each([-3_600_000, 3_600_000])(
    'is filled from the last trade on where the `Date` of the venue is %i ms off',
    async (ahead) => {
      const { state, read } = historyOf([])
      const { clock, seen, hear, lose, open, missed, close } = await watching(read, false, 0, ahead)
      const from = clock.now()
      await clock.advance(5_000)
      hear({ kind: 'trades', key: 'M', trades: [print('a', from + 4_000)] })
      lose()
      await clock.advance(60_000)
      await open()
      state.trades = [traded('a', from + 4_000), traded('b', from + 9_000), traded('c', from + 50_000)]
      await clock.advance(600_000)
      expect([seen, missed]).toEqual([['a', 'b', 'c'], []])
      close()
    },
  )

  test('before the first trade is filled or said where the `Date` of the venue is an hour off', async () => {
    for (const [ahead, found, note] of [
      [-3_600_000, ['b'], []],
      [3_600_000, [], [expect.stringContaining('the local clock differ')]],
    ] as const) {
      const { state, read } = historyOf([])
      const { clock, seen, lose, open, missed, close } = await watching(read, false, 0, ahead)
      lose()
      await clock.advance(60_000)
      await open()
      state.trades = [traded('b', clock.now() - 30_000)]
      await clock.advance(600_000)
      expect([seen, missed]).toEqual([found, note])
      close()
    }
  })

  test('is filled after a trade that was dated in the future', async () => {
    const { state, read } = historyOf([])
    const { clock, seen, hear, lose, open, close } = await watching(read, false)
    const from = clock.now()
    await clock.advance(5_000)
    hear({ kind: 'trades', key: 'M', trades: [print('a', from + 3_600_000)] })
    lose()
    await clock.advance(60_000)
    await open()
    state.trades = [traded('b', from + 9_000), traded('c', from + 50_000), traded('a', from + 3_600_000)]
    await clock.advance(600_000)
    expect(seen).toEqual(['a', 'b', 'c'])
    close()
  })

  test('of a single frame is filled while the socket goes on', async () => {
    const { state, read } = historyOf([])
    const { clock, seen, hear, close } = await watching(read, false)
    await clock.advance(5_000)
    state.trades = [traded('b', clock.now() - 100)]
    hear({ kind: 'gap', what: 'a frame' })
    await clock.advance(2_000)
    expect(seen).toEqual(['b'])
    close()
  })
})

describe('trades that are polled', () => {
  const made = (from: number, ms: number): Trade => ({
    ...print(`t${ms}`, from + ms),
    side: 'buy',
    outcomeId: 'no',
  })

  test.each([
    ['is a day ahead at first', 86_400_000, 0],
    ['is five minutes ahead', 300_000, 300_000],
    ['is right', 0, 0],
  ])('are all told, each once, where what the venue says of its time %s', async (_what, first, later) => {
    const trades: Trade[] = []
    const read = async (since: number): Promise<ReadTrades> => ({
      trades: trades.filter(({ timestamp }) => timestamp >= since).toReversed(),
      isTooMany: false,
      cut: [],
    })
    const { clock, time, seen, close } = await watching(read, false, 0, first, false)
    const from = clock.now()
    await clock.advance(2_000)
    time.venueAheadMs = later
    for (const ms of [5_000, 20_000, 200_000, 400_000]) {
      await clock.advance(from + ms - clock.now())
      trades.push(made(from, ms))
    }
    await clock.advance(10_000)
    expect(seen).toEqual(['t5000', 't20000', 't200000', 't400000'])
    close()
  })

  test('of before the watching are not told, also where our clock is five minutes behind', async () => {
    const from = fakeClock().now() + 300_000
    const trades = [made(from, -200_000), made(from, -1_000)]
    const read = async (since: number): Promise<ReadTrades> => ({
      trades: trades.filter(({ timestamp }) => timestamp >= since).toReversed(),
      isTooMany: false,
      cut: [],
    })
    const { clock, seen, close } = await watching(read, false, 0, 300_000, false)
    await clock.advance(5_000)
    trades.push(made(from, 6_000))
    await clock.advance(5_000)
    expect(seen).toEqual(['t6000'])
    close()
  })

  test('are each told once where ids move, and not again where one is restated', async () => {
    const trades: Trade[] = []
    const read = async (): Promise<ReadTrades> => ({ trades: trades.toReversed(), isTooMany: false, cut: [] })
    const { clock, prices, close } = await watching(read, false, 0, 0, false)
    const row = (id: string, price: number, amount = 2): Trade => ({
      ...made(clock.now(), 0),
      timestamp: at,
      id,
      price,
      amount,
    })
    await clock.advance(5_000)
    const at = clock.now()
    trades.push(row('x-0', 0.2))
    await clock.advance(10_000)
    trades.splice(0, 1, row('x-1', 0.2), row('x-0', 0.3))
    await clock.advance(10_000)
    trades.splice(0, 1, row('x-1', 0.2, 3))
    await clock.advance(30_000)
    expect(prices).toEqual([0.2, 0.3])
    close()
  })

  test('are read twice: what one response after an outage lacks is told by the next', async () => {
    const trades: Trade[] = []
    let isDown = false
    let isCut = false
    const read = async (since: number): Promise<ReadTrades> => {
      if (isDown) throw new PmxError('NETWORK_ERROR', 'The venue is away.', { retryable: true })
      const rows = trades.filter(({ timestamp }) => timestamp >= since).toReversed()
      const told = isCut ? rows.slice(0, 1) : rows
      isCut = false
      return { trades: told, isTooMany: false, cut: [] }
    }
    const { clock, seen, close } = await watching(read, false, 0, 0, false)
    const from = clock.now()
    trades.push(made(from, 1_000))
    await clock.advance(5_000)
    isDown = true
    for (const ms of [60_000, 400_000]) {
      await clock.advance(from + ms - clock.now())
      trades.push(made(from, ms))
    }
    isDown = false
    isCut = true
    await clock.advance(120_000)
    expect(seen.toSorted()).toEqual(['t1000', 't400000', 't60000'])
    close()
  })

  test('go on after a response that cannot be read, with what was traded meanwhile', async () => {
    const trades: Trade[] = []
    let error: PmxError | undefined
    const read = async (since: number): Promise<ReadTrades> => {
      if (error !== undefined) throw error
      return {
        trades: trades.filter(({ timestamp }) => timestamp >= since).toReversed(),
        isTooMany: false,
        cut: [],
      }
    }
    const { clock, seen, close } = await watching(read, false, 0, 0, false)
    const from = clock.now()
    trades.push(made(from, 1_000))
    await clock.advance(5_000)
    error = new PmxError('EXCHANGE_NOT_AVAILABLE', 'unexpected shape', { retryable: false })
    await clock.advance(3_000)
    trades.push(made(from, 7_000))
    error = undefined
    await clock.advance(60_000)
    expect(seen).toEqual(['t1000', 't7000'])
    close()
  })
})
