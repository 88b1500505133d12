import { expect, test } from 'vitest'
import type { PriceCandle } from '../../src/api/models.js'
import type { Unsettled } from '../../src/candles/live-edge.js'
import { createMemoryStore } from '../../src/candles/memory-store.js'
import { createSettling } from '../../src/candles/settle.js'
import type { CandleCommit, Coverage } from '../../src/candles/store.js'
import type { FetchTarget } from '../../src/candles/target.js'
import type { CandleBatch } from '../../src/venue-kit/venue.js'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 5, 10, 9, 30)
const NEVER = Number.NEGATIVE_INFINITY
const identity = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const
/** Minutes from now on. */
const at = (minute: number) => NOW + minute * MINUTE
const span = (from: number, to: number) => ({ from: at(from), to: at(to) })
const bar = (minute: number): PriceCandle => ({
  timestamp: at(minute),
  open: 0.5,
  high: 0.5,
  low: 0.5,
  close: 0.5,
})
const facts = { route: 'live', fetchedAt: NOW }
const data = (from: number, to: number): Coverage => ({ ...span(from, to), kind: 'data', ...facts })
const empty = (from: number, to: number): Coverage => ({ ...span(from, to), kind: 'proven_empty', ...facts })
const gone = (from: number, to: number): Coverage => ({
  ...span(from, to),
  kind: 'beyond_retention',
  ...facts,
})

type Withheld = NonNullable<CandleBatch['withheld']>[number]

interface Told {
  readonly piece: readonly [number, number]
  /** Minutes that have candles. */
  readonly bars: readonly number[]
  readonly withheld?: readonly (readonly [number, number, Withheld['reason']])[]
  readonly seenTo?: number
  readonly seenBefore?: number
}

/** The venue needs two minutes to settle a candle. */
function setUp(retentionMs?: number) {
  const memory = createMemoryStore()
  const commits: CandleCommit[] = []
  const believed: Unsettled[] = []
  const changed: string[] = []
  const settling = createSettling({
    store: {
      ...memory,
      commit(series, commit) {
        commits.push(commit)
        memory.commit(series, commit)
      },
    },
    live: {
      believed: () => [],
      told: () => [],
      add: (_, answer) => void believed.push(answer),
      move: () => false,
      unmove: () => false,
    },
    onChange: (key) => void changed.push(key),
  })
  const step = { stepMs: MINUTE, maxWindowMs: 1e9, ...(retentionMs !== undefined && { retentionMs }) }
  const source = { settleLagMs: 2 * MINUTE }
  const target = { key: 'foo', identity, step, source } as unknown as FetchTarget
  return {
    commits,
    believed,
    changed,
    seenTo: (from: number, to: number) => settling.seenTo(target, span(from, to)),
    stored: (coverage: readonly Coverage[]) => memory.commit(identity, { bars: [], coverage }),
    keep({ piece, bars, withheld, seenTo, seenBefore }: Told) {
      const own = bars.map(bar)
      const batch: CandleBatch = {
        kind: 'bars',
        bars: own,
        route: 'live',
        ...(withheld !== undefined && {
          withheld: withheld.map(([from, to, reason]) => ({ ...span(from, to), reason })),
        }),
        ...(seenTo !== undefined && { seenTo: at(seenTo) }),
      }
      const askedAt = { now: NOW, monotonic: 0 }
      const before = seenBefore === undefined ? NEVER : at(seenBefore)
      settling.keep(target, span(...piece), { bars: own, batch, askedAt, asOf: NOW, seenBefore: before })
    },
  }
}

interface Settled {
  readonly bars: readonly number[]
  readonly ledger: readonly Coverage[]
  /** What is believed for a while: from, to, minutes that have candles. */
  readonly live: readonly (readonly [number, number, readonly number[]])[]
}

test.each<[rule: string, told: Told, settled: Settled]>([
  [
    'what may still change is believed for a while, what is final is kept',
    { piece: [-5, 5], bars: [-5, -4, -3, -2, -1, 0] },
    { bars: [-5, -4, -3], ledger: [data(-5, -2)], live: [[-2, 5, [-2, -1, 0]]] },
  ],
  [
    'silence is kept up to the newest that the venue tells',
    { piece: [-10, 5], bars: [-10, -7] },
    { bars: [-10], ledger: [data(-10, -7)], live: [[-7, 5, [-7]]] },
  ],
  [
    'silence that nothing follows is no fact',
    { piece: [-10, 5], bars: [] },
    { bars: [], ledger: [], live: [[-10, 5, []]] },
  ],
  [
    'silence is proven by what the venue has seen elsewhere',
    { piece: [-10, 5], bars: [], seenTo: -4 },
    { bars: [], ledger: [empty(-10, -4)], live: [[-4, 5, []]] },
  ],
  [
    'silence is proven by what the venue had told before',
    { piece: [-10, -3], bars: [], seenBefore: -3 },
    { bars: [], ledger: [empty(-10, -3)], live: [] },
  ],
  [
    'silence of a day is its own proof',
    { piece: [-2_000, -1_000], bars: [] },
    { bars: [], ledger: [empty(-2_000, -1_440)], live: [[-1_440, -1_000, []]] },
  ],
  [
    'a candle that still runs makes no fact of the silence before it',
    { piece: [-6, 5], bars: [-2] },
    { bars: [], ledger: [empty(-6, -2)], live: [[-2, 5, [-2]]] },
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
      ledger: [data(-12, -9), empty(-9, -7), empty(-7, -6), gone(-6, -5), data(-5, -2)],
      live: [[-2, 5, [0]]],
    },
  ],
  [
    'a candle of which the venue has forgotten a part is none',
    { piece: [-6, 5], bars: [-6, -5, -4, 0], withheld: [[-5.5, -4.5, 'beyond_retention']] },
    { bars: [-4], ledger: [gone(-6, -4), data(-4, -2)], live: [[-2, 5, [0]]] },
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
])('%s', (_, told, { bars, ledger, live }) => {
  const { keep, commits, believed, changed } = setUp()
  keep(told)
  expect(commits).toEqual(ledger.length === 0 ? [] : [{ bars: bars.map(bar), coverage: ledger }])
  expect(believed.map(({ span, bars }) => ({ span, bars }))).toEqual(
    live.map(([from, to, minutes]) => ({ span: span(from, to), bars: minutes.map(bar) })),
  )
  expect(changed).toEqual(['foo'])
})

test('silence of a step that the venue soon forgets is its own proof before that', () => {
  const { keep, commits } = setUp(600 * MINUTE)
  keep({ piece: [-500, -200], bars: [] })
  expect(commits).toEqual([{ bars: [], coverage: [empty(-500, -300)] }])
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
