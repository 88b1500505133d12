import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { FetchTarget } from '../../../src/candles/fetch/fetch-target.js'
import { createFinalizer } from '../../../src/candles/fetch/finalize.js'
import { FIRST_REFUSED_FOR_MS, REFUSED_FOR_MS } from '../../../src/candles/fetch/lasting-refusals.js'
import type { ProvisionalResult } from '../../../src/candles/fetch/live-cache.js'
import type { CandleCommit, Coverage } from '../../../src/candles/store/candle-store.js'
import type { OnLaterResponse } from '../../../src/candles/store/contradicted-candles.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import type { CandleBars, CandleBatch, CandlePoints } from '../../../src/venue-kit/contract/venue.js'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 5, 10, 9, 30)
const NEVER = Number.NEGATIVE_INFINITY
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER }
const identity = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const
/** Minutes from now on. */
const at = (minute: number) => NOW + minute * MINUTE
const span = (from: number, to: number) => ({ from: at(from), to: at(to) })
const bar = (minute: number, price = 0.5): PriceCandle => ({
  timestamp: at(minute),
  open: price,
  high: price,
  low: price,
  close: price,
})
const facts = { route: 'live', fetchedAt: NOW }
const data = (from: number, to: number): Coverage => ({ ...span(from, to), kind: 'data', ...facts })
const empty = (from: number, to: number): Coverage => ({ ...span(from, to), kind: 'proven_empty', ...facts })
const gone = (from: number, to: number): Coverage => ({
  ...span(from, to),
  kind: 'beyond_retention',
  ...facts,
  // One response alone is believed for half an hour of a day.
  fetchedAt: NOW - (REFUSED_FOR_MS - FIRST_REFUSED_FOR_MS),
})

type Withheld = NonNullable<CandleBatch['withheld']>[number]

interface Told {
  readonly piece: readonly [number, number]
  /** Minutes that have candles. */
  readonly bars: readonly number[]
  readonly withheld?: readonly (readonly [number, number, Withheld['reason']])[]
  readonly seenTo?: number
  readonly seenBefore?: number
  readonly silentAt?: readonly number[]
  /** Minutes of samples that the candles are made of. */
  readonly samples?: readonly number[]
  /** How long after now the venue is asked, ms; 0 by default. */
  readonly askedAfterMs?: number
  readonly price?: number
  /** End of the span that the daemon itself confirms. */
  readonly confirmedTo?: number
}

/** The venue needs two minutes to settle a candle. */
function setUp(retentionMs?: number, onLaterResponse?: OnLaterResponse, stepMs = MINUTE, listedAt?: number) {
  const memory = createMemoryStore()
  const commits: CandleCommit[] = []
  const believed: ProvisionalResult[] = []
  const changed: string[] = []
  const settling = createFinalizer({
    store: {
      ...memory,
      commit(series, commit) {
        commits.push(commit)
        memory.commit(series, commit)
      },
    },
    live: {
      fresh: () => [],
      cached: () => [],
      add: (_, answer) => void believed.push(answer),
      move: () => false,
      unmove: () => false,
    },
    onChange: (key) => void changed.push(key),
    onLaterResponse,
  })
  const step = { stepMs, maxWindowMs: 1e9, ...(retentionMs !== undefined && { retentionMs }) }
  const source = { finalAfterMs: 2 * MINUTE }
  const known = () => ({ series: {}, checkedAt: NOW })
  const series = listedAt === undefined ? {} : { listedAt }
  const target = { key: 'foo', identity, step, source, series, known } as unknown as FetchTarget
  return {
    commits,
    believed,
    changed,
    seenTo: (from: number, to: number) => settling.seenTo(target, span(from, to)),
    stored: (coverage: readonly Coverage[]) => memory.commit(identity, { bars: [], coverage }),
    memory,
    ledger: () =>
      memory
        .coverage(identity, EVER)
        .map(({ kind, from, to }) => [kind, (from - NOW) / MINUTE, (to - NOW) / MINUTE]),
    open: () =>
      memory.provisional(identity, EVER).map(({ from, to }) => [(from - NOW) / MINUTE, (to - NOW) / MINUTE]),
    again: () => memory.provisional(identity, EVER).map(({ lookAgainAt }) => lookAgainAt - NOW),
    keep({
      piece,
      bars,
      withheld,
      seenTo,
      seenBefore,
      silentAt,
      samples,
      askedAfterMs = 0,
      price,
      confirmedTo,
    }: Told) {
      const own = bars.map((minute) => bar(minute, price))
      const rows: CandleBars | CandlePoints =
        samples === undefined
          ? { kind: 'bars', bars: own, route: 'live' }
          : {
              kind: 'points',
              points: samples.map((minute) => ({ at: at(minute), price: 0.5 })),
              route: 'live',
              sampled: true,
            }
      const batch: CandleBatch = {
        ...rows,
        route: 'live',
        ...(withheld !== undefined && {
          withheld: withheld.map(([from, to, reason]) => ({ ...span(from, to), reason })),
        }),
        ...(seenTo !== undefined && { seenTo: at(seenTo) }),
        ...(silentAt !== undefined && { silentAt: silentAt.map(at) }),
      }
      const requestedAt = { now: NOW + askedAfterMs, monotonic: askedAfterMs }
      const before = seenBefore === undefined ? NEVER : at(seenBefore)
      const asked = confirmedTo === undefined ? target : { ...target, confirmedTo: at(confirmedTo) }
      settling.keep(asked, span(...piece), {
        bars: own,
        batch,
        requestedAt,
        refusedAt: requestedAt.now,
        asOf: NOW,
        isTimed: true,
        isClockRight: true,
        seenBefore: before,
      })
    },
  }
}

interface Settled {
  readonly bars: readonly number[]
  readonly ledger: readonly Coverage[]
  /** What this response alone says: from, to. */
  readonly open?: readonly (readonly [number, number])[]
  /** What is believed for a while: from, to, minutes that have candles. */
  readonly live: readonly (readonly [number, number, readonly number[]])[]
}

describe('a confirmation by the daemon itself', () => {
  const LATER = 11 * MINUTE

  test('leaves nothing open that it makes final beside its span', () => {
    const { keep, open, ledger } = setUp()
    keep({ piece: [-60, -20], bars: [-60, -50, -40], seenTo: -20 })
    expect(open()).toEqual([[-59, -20]])
    keep({ piece: [-60, -20], bars: [-60, -50, -40], seenTo: -20, askedAfterMs: LATER, confirmedTo: -45 })
    expect(open()).toEqual([])
    expect(ledger()).toEqual([['data', -60, -20]])
  })

  test('records no empty range beside its span, and keeps those that it does not decide', () => {
    const { keep, open } = setUp()
    keep({ piece: [-60, -40], bars: [-60], seenTo: -40 })
    keep({ piece: [-30, -20], bars: [-30], seenTo: -20 })
    expect(open()).toEqual([
      [-59, -40],
      [-29, -20],
    ])
    keep({ piece: [-60, -20], bars: [-60, -30, -25], seenTo: -20, askedAfterMs: LATER, confirmedTo: -40 })
    expect(open()).toEqual([
      [-29, -25],
      [-24, -20],
    ])
  })
})

test.each<[rule: string, told: Told, settled: Settled]>([
  [
    'what may still change is believed for a while, what is final is kept',
    { piece: [-5, 5], bars: [-5, -4, -3, -2, -1, 0] },
    { bars: [-5, -4, -3], ledger: [data(-5, -2)], live: [[-2, 5, [-2, -1, 0]]] },
  ],
  [
    'candles up to the newest one are kept, the silence between them is provisional',
    { piece: [-10, 5], bars: [-10, -7] },
    { bars: [-10], ledger: [data(-10, -9)], open: [[-9, -7]], live: [[-7, 5, [-7]]] },
  ],
  [
    'silence that nothing follows is no fact',
    { piece: [-10, 5], bars: [] },
    { bars: [], ledger: [], live: [[-10, 5, []]] },
  ],
  [
    'silence before something that the venue has seen elsewhere is provisional',
    { piece: [-10, 5], bars: [], seenTo: -4 },
    { bars: [], ledger: [], open: [[-10, -4]], live: [[-4, 5, []]] },
  ],
  [
    'silence of which a row tells is a fact after an hour',
    { piece: [-70, -55], bars: [-69, -65], silentAt: [-70, -68, -67, -66, -60], seenTo: -56 },
    { bars: [-69, -65], ledger: [data(-70, -64)], open: [[-64, -56]], live: [[-56, -55, []]] },
  ],
  [
    'a younger row without trades is provisional',
    { piece: [-10, 5], bars: [-9, -8], silentAt: [-10, -7], seenTo: -4 },
    { bars: [-9, -8], ledger: [data(-9, -7)], open: [[-10, -4]], live: [[-4, 5, []]] },
  ],
  [
    'what the venue had told before makes no fact of a response that ends earlier',
    { piece: [-10, -3], bars: [], seenBefore: -3 },
    { bars: [], ledger: [], live: [[-10, -3, []]] },
  ],
  [
    'silence of a day is provisional',
    { piece: [-2_000, -1_000], bars: [] },
    { bars: [], ledger: [], open: [[-2_000, -1_440]], live: [[-1_440, -1_000, []]] },
  ],
  [
    'a candle that still runs makes no fact of the silence before it',
    { piece: [-6, 5], bars: [-2] },
    { bars: [], ledger: [], open: [[-6, -2]], live: [[-2, 5, [-2]]] },
  ],
  [
    'the ledger tells in their order what has candles, what the venue has none of, and what it has forgotten',
    {
      piece: [-12, 5],
      bars: [-10, -4, -3, 0],
      withheld: [
        [-9, -7, 'no_trades'],
        [-6, -5, 'beyond_retention'],
      ],
    },
    {
      bars: [-10, -4, -3],
      ledger: [data(-10, -9), empty(-9, -7), gone(-6, -5), data(-4, -2)],
      open: [[-12, -4]],
      live: [[-2, 5, [0]]],
    },
  ],
  [
    'a candle of which the venue has forgotten a part is none',
    { piece: [-6, 5], bars: [-6, -5, -4, -3, 0], withheld: [[-5.5, -4.5, 'beyond_retention']] },
    { bars: [-4, -3], ledger: [gone(-6, -4), data(-4, -2)], live: [[-2, 5, [0]]] },
  ],
  [
    'what it has forgotten is a fact at once, what lies around it is not',
    { piece: [-10, 5], bars: [-10, -9, -8], withheld: [[-6, -4, 'beyond_retention']] },
    {
      bars: [-10, -9],
      ledger: [data(-10, -8), gone(-6, -4)],
      live: [
        [-8, -6, [-8]],
        [-4, 5, []],
      ],
    },
  ],
])('%s', (_, told, { bars, ledger, open = [], live }) => {
  const { keep, commits, believed, changed } = setUp()
  keep(told)
  expect(commits.flatMap((commit) => commit.bars)).toEqual(bars.map((minute) => bar(minute)))
  expect(commits.flatMap((commit) => commit.coverage)).toEqual(ledger)
  const entries = commits.flatMap(({ provisional }) => provisional?.entries ?? [])
  expect(entries.map(({ from, to }) => ({ from, to }))).toEqual(open.map(([from, to]) => span(from, to)))
  expect(believed.map(({ span, bars }) => ({ span, bars }))).toEqual(
    live.map(([from, to, minutes]) => ({ span: span(from, to), bars: minutes.map((minute) => bar(minute)) })),
  )
  expect(changed).toEqual(['foo'])
})

describe('a second response', () => {
  const quiet: Told = { piece: [-20, 0], bars: [-20, -12, -1] }
  const laterMs = 10 * MINUTE

  test('that says the same some minutes later makes a fact of silence', () => {
    const { keep, ledger, open } = setUp()
    keep(quiet)
    expect(open()).toEqual([[-19, -2]])
    keep({ ...quiet, askedAfterMs: laterMs - 1 })
    expect(open()).toEqual([[-19, -2]])
    keep({ ...quiet, askedAfterMs: laterMs })
    expect([open(), ledger()]).toEqual([[], [['data', -20, -2]]])
  })

  test('that has more is the first one of what it has', () => {
    const { keep, ledger, open } = setUp()
    keep(quiet)
    keep({ ...quiet, bars: [-20, -15, -12, -1], askedAfterMs: laterMs })
    expect(open()).toEqual([[-19, -2]])
    keep({ ...quiet, bars: [-20, -15, -12, -1], askedAfterMs: 2 * laterMs })
    expect([open(), ledger()]).toEqual([[], [['data', -20, -2]]])
  })

  test('that lacks what is stored, or has less of it, proves nothing, and what follows is asked for later and later', () => {
    const { keep, memory, again } = setUp()
    keep(quiet)
    keep({ ...quiet, bars: [-20, -1], askedAfterMs: laterMs })
    expect(again()).toEqual([laterMs + 3 * laterMs])
    keep({ ...quiet, bars: [-20, -1], askedAfterMs: 4 * laterMs })
    expect(again()).toEqual([4 * laterMs + 9 * laterMs])
    expect(memory.read(identity, span(-20, 0)).map(({ timestamp }) => timestamp)).toEqual([at(-20), at(-12)])
  })

  test('of a blank one has to come half an hour after it', () => {
    const { keep, again } = setUp()
    keep({ piece: [-3_000, -2_000], bars: [] })
    expect(again()).toEqual([30 * MINUTE])
  })
})

test('a candle that lacks many of its samples is not final until a second response tells it so', () => {
  const { keep, memory, open } = setUp(undefined, undefined, 30 * MINUTE)
  const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
  const read = () => memory.read(identity, EVER).map(({ timestamp }) => (timestamp - NOW) / MINUTE)
  const piece = [-150, 0] as const
  const bars = [-150, -120, -60, -30]
  const cut: Told = { piece, bars, samples: [...minutes(-150, -110), ...minutes(-60, 0)] }
  keep(cut)
  expect([read(), open()]).toEqual([[-150, -60], [[-120, -60]]])
  keep({ ...cut, askedAfterMs: 9 * MINUTE })
  expect(open()).toEqual([[-120, -60]])
  keep({ piece, bars: [-150, -120, -90, -60, -30], samples: minutes(-150, 0), askedAfterMs: 11 * MINUTE })
  expect([read(), open()]).toEqual([[-150, -120, -90, -60], []])
})

test.each([
  ['that lacks its first samples is not final', undefined, [[-150, -120]]],
  ['of the interval of the listing is final', at(-132), []],
])('a candle at the beginning of a window %s', (_which, listedAt, provisional) => {
  const { keep, open } = setUp(undefined, undefined, 30 * MINUTE, listedAt)
  const samples = Array.from({ length: 130 }, (_, index) => index - 130)
  keep({ piece: [-150, 0], bars: [-150, -120, -90, -60, -30], samples })
  expect(open()).toEqual(provisional)
})

test('a candle that lacks many of its samples in two independent responses is all that there is', () => {
  const { keep, memory, open } = setUp(undefined, undefined, 30 * MINUTE)
  const samples = [...Array(40).keys(), ...Array(60).keys()].map(
    (index, place) => (place < 40 ? -150 : -60) + index,
  )
  const cut: Told = { piece: [-150, 0], bars: [-150, -120, -60, -30], samples }
  keep(cut)
  keep({ ...cut, askedAfterMs: 11 * MINUTE })
  expect(memory.read(identity, EVER).map(({ timestamp }) => (timestamp - NOW) / MINUTE)).toEqual([
    -150, -120, -60,
  ])
  expect(open()).toEqual([])
})

test('silence of a step that the venue soon forgets is provisional before that', () => {
  const { keep, open } = setUp(600 * MINUTE)
  keep({ piece: [-500, -200], bars: [] })
  expect(open()).toEqual([[-500, -300]])
})

test('what the venue has told of a series is remembered, whatever older times it is asked for afterwards', () => {
  const { keep, seenTo } = setUp()
  expect(seenTo(-20, -10)).toBe(NEVER)
  keep({ piece: [-10, 1], bars: [-10, 0] })
  keep({ piece: [-40, -30], bars: [-40, -35] })
  expect(seenTo(-20, -10)).toBe(at(0))
})

test('only candles that are stored of later times prove that the venue has seen them', () => {
  const { stored, seenTo } = setUp()
  stored([data(-5, 5), empty(7, 9)])
  expect(seenTo(-10, 0)).toBe(NEVER)
  stored([data(10, 12), data(20, 21)])
  expect(seenTo(-10, 0)).toBe(at(20))
  // Whoever exported it may have had it from the venue later than this one stood still.
  stored([{ ...data(30, 31), route: 'import' }])
  expect(seenTo(-10, 0)).toBe(at(20))
})

test('each response is handed on to be compared with what is stored', () => {
  const found: unknown[] = []
  const { keep } = setUp(undefined, (_series, told) => void found.push(told))
  const piece = [-3_000, -2_000] as const
  const withheld = [[-2_400, -2_300, 'beyond_retention']] as const
  keep({ piece, bars: [-3_000, -2_500], withheld, price: 0.7, askedAfterMs: 10 * MINUTE })
  expect(found).toEqual([
    {
      span: span(-3_000, -2_000),
      bars: [-3_000, -2_500].map((minute) => bar(minute, 0.7)),
      completeTo: NOW - 24 * 60 * MINUTE,
      unsure: [{ ...span(-2_400, -2_300), reason: 'beyond_retention' }],
      isSinceListing: false,
      isUntilClose: false,
      requestedAt: NOW + 10 * MINUTE,
      route: 'live',
      isClockRight: true,
    },
  ])
})
