import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { intersect, type Span } from '../../../src/api/times/span.js'
import type { SharedPart } from '../../../src/candles/shared/candle-tier.js'
import { noCounts } from '../../../src/candles/store/recheck-rows.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, passUntil } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { type MemoryHub, memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from '../support/shared-daemon.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
/** A window of the past: one call of the venue. */
const morning = { from: START - 10 * HOUR, to: START - 4 * HOUR }
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const

let clock: FakeClock
let world: CandleWorld
let hub: MemoryHub
let folder: ReturnType<typeof temporaryFolder>
let daemons: SharedDaemon[]

beforeEach(() => {
  clock = fakeClock(START)
  world = candleWorld({ clock, listedAt: START - 400 * HOUR })
  hub = memoryHub(clock)
  folder = temporaryFolder()
  daemons = []
})
afterEach(async () => {
  for (const daemon of daemons) await passUntil(clock, daemon.close())
  folder.remove()
})

function open(
  name: string,
  options: Parameters<typeof sharedDaemon>[3] = {},
  tier = hub.open(),
): SharedDaemon {
  const daemon = sharedDaemon(`${folder.path}/${name}.db`, clock, [tier], options)
  daemons.push(daemon)
  return daemon
}

/** What a daemon has stored of the morning. */
const known = ({ store }: SharedDaemon) => {
  const within = <Part extends Span>(parts: readonly Part[]) =>
    parts.map((part) => ({ ...part, ...intersect(part, morning) }))
  return {
    bars: store.read(yes, morning),
    coverage: within(store.coverage(yes, morning)),
    receipts: within(store.receipts(yes, morning)),
  }
}
const truth = (span = morning, stepMs = MINUTE, outcome = 'yes') =>
  world.truth(outcome, stepMs, span, clock.now())
const ask = (daemon: SharedDaemon, span = morning, more: Parameters<SharedDaemon['ask']>[2] = {}) =>
  passUntil(clock, daemon.ask(world, span, more))

const { signal } = new AbortController()

/** Replaces a candle as two rechecks do that agree. */
function restate({ store, shared }: SharedDaemon, bar: PriceCandle): void {
  const span = { from: bar.timestamp, to: bar.timestamp + MINUTE }
  const result = { counts: noCounts, differing: [], replacing: [bar] }
  store.noteLook({ identity: yes, span, look: 0, tries: 1, differing: [] }, result, {
    requestedAt: clock.now(),
    route: 'live',
  })
  shared.restate(yes, span)
}

describe('a history that daemons share', () => {
  test('what one daemon has fetched costs the next no venue call, and reads alike', async () => {
    const [one, two] = [open('one'), open('two')]
    expect(await ask(one)).toEqual({ bars: truth(), sent: 1 })
    expect(await ask(two)).toEqual({ bars: truth(), sent: 0 })
    expect(known(two)).toEqual(known(one))
    expect(two.shared.status()).toMatchObject([{ name: 'memory', state: 'ok', clock: 'right' }])
    const side = await ask(two, morning, { resolution: '15m', outcome: 'no' })
    expect(side).toEqual({ bars: truth(morning, 15 * MINUTE, 'no'), sent: 0 })
  })

  test('where a withdrawn daemon located an outcome is not believed any longer', async () => {
    const [one, admin] = [open('one'), hub.open()]
    await ask(one)
    const right = one.store.known('kalshi', 'yes') ?? expect.unreachable()
    expect(right.isShared).toBeUndefined()
    const wrong = { series: { ...right.series, mirrored: true }, checkedAt: right.checkedAt + 1 }
    await admin.remember?.('kalshi', 'yes', wrong, signal)
    const two = open('two')
    await clock.advance(1_500)
    expect((await ask(two)).bars).not.toEqual(truth())
    expect(two.store.known('kalshi', 'yes')).toEqual({ ...wrong, isShared: true })
    await admin.remember?.('kalshi', 'yes', { ...right, checkedAt: right.checkedAt + 2 }, signal)
    const span = { from: START - 3 * MINUTE, to: START - 2 * MINUTE }
    await admin.retract?.({ series: yes, ...span, reason: 'forgotten' }, undefined, signal)
    await clock.advance(2_500)
    expect(two.store.known('kalshi', 'yes')).toBeUndefined()
    expect(one.store.known('kalshi', 'yes')).toEqual(right)
    expect((await ask(two)).bars).toEqual(truth())
  })

  test('a single daemon makes as many calls as without it', async () => {
    const [one] = [open('one')]
    const wide = { from: START - 40 * HOUR, to: START - 4 * HOUR }
    const alone = sharedDaemon(`${folder.path}/alone.db`, clock, [])
    daemons.push(alone)
    const calls = async (daemon: SharedDaemon) => {
      const before = world.asked.length
      await ask(daemon, morning)
      await ask(daemon, { from: START - 3 * HOUR, to: START })
      await Promise.all(
        Array.from({ length: 50 }, () => ask(daemon, { from: START - 2 * HOUR, to: START - HOUR })),
      )
      return world.asked.length - before
    }
    expect(await calls(one)).toBe(await calls(alone))
    const both = [(await ask(alone, wide)).sent, (await ask(one, wide)).sent]
    expect(both[1]).toBeLessThanOrEqual((both[0] ?? 0) + 1)
  })

  test('the second look at silence is made by one daemon, and all are sure then', async () => {
    const [one, two] = [open('one'), open('two')]
    await ask(one)
    await ask(two)
    await clock.advance(11 * MINUTE)
    expect((await ask(two)).sent).toBe(1)
    expect((await ask(one)).sent).toBe(0)
    expect(known(one).coverage).toEqual(known(two).coverage)
    expect(await ask(one)).toEqual({ bars: truth(), sent: 0 })
  })

  test('of daemons that ask at the same moment one calls the venue', async () => {
    const all = ['a', 'b', 'c', 'd'].map((name) => open(name))
    await clock.advance(0)
    const answers = await passUntil(clock, Promise.all(all.map((daemon) => daemon.ask(world, morning))))
    expect(answers.map(({ bars }) => bars)).toEqual(all.map(() => truth()))
    expect(world.asked).toHaveLength(1)
  })

  test('windows that overlap are fetched once', async () => {
    const all = ['a', 'b', 'c'].map((name) => open(name))
    const spans = all.map((_, at) => ({
      from: START - (30 - 2 * at) * HOUR,
      to: START - (20 - 2 * at) * HOUR,
    }))
    const answers = await passUntil(
      clock,
      Promise.all(all.map((daemon, at) => daemon.ask(world, spans[at] ?? morning))),
    )
    expect(answers.map(({ bars }) => bars)).toEqual(spans.map((span) => truth(span)))
    const minutes = world.asked.flatMap(({ span: { from, to } }) =>
      Array.from({ length: (to - from) / MINUTE }, (_, at) => from + at * MINUTE),
    )
    // Those that show that the last candle of a response is final.
    expect(minutes.length - new Set(minutes).size).toBeLessThanOrEqual(30)
  })

  test('the newest candles come from the venue, and wait for no tier', async () => {
    const one = open('one')
    await ask(one)
    hub.health = 'hangs'
    const answer = one.ask(world, { from: START - HOUR, to: START })
    await clock.advance(0)
    expect(await answer).toMatchObject({ sent: 1 })
  })

  test('makes one more call, from the last candle on, for a full window of less than a day: only a later candle finalizes it', async () => {
    const start = Math.floor((START - 18 * HOUR) / (500 * MINUTE)) * 500 * MINUTE
    const span = { from: start, to: start + 500 * MINUTE }
    world = candleWorld({ clock, listedAt: START - 400 * HOUR, windowSteps: 500 })
    const alone = sharedDaemon(`${folder.path}/alone.db`, clock, [])
    const sent: number[] = []
    for (let question = 0; question < 3; question++) sent.push((await ask(alone, span)).sent)
    expect(sent).toEqual([1, 0, 0])
    alone.store.close()
    const before = world.asked.length
    const team = [open('one'), open('two'), open('three')]
    for (const daemon of team) expect((await ask(daemon, span)).bars).toEqual(truth(span))
    expect(world.asked.slice(before).map(({ span: called }) => called)).toEqual([
      span,
      { from: truth(span).at(-1)?.timestamp, to: span.to + 12 * MINUTE },
    ])
  })
})

describe('a tier that does not respond', () => {
  test('hangs: an answer takes at most 150 ms longer, and after three no answer waits for it', async () => {
    const one = open('one')
    await clock.advance(0)
    hub.health = 'hangs'
    const spans = [20, 40, 60, 80, 100, 120].map((back) => ({
      from: START - back * HOUR,
      to: START - (back - 5) * HOUR,
    }))
    const took: number[] = []
    for (const span of spans) {
      const from = clock.monotonic()
      const answer = one.ask(world, span)
      answer.then(
        () => took.push(clock.monotonic() - from),
        () => undefined,
      )
      const before = took.length
      // Not awaited: with a clock that nobody moves, an answer that waits longer would never come.
      await clock.advance(150)
      expect(took).toHaveLength(before + 1)
      expect(await answer).toEqual({ bars: truth(span), sent: 1 })
    }
    expect(Math.max(...took)).toBeLessThanOrEqual(150)
    // The lookup of the outcome took the time of the first one.
    expect(took).toEqual([150, 0, 150, 150, 0, 0])
    // Three looks for data, and the outcome that could not be shared.
    expect(one.shared.status()).toMatchObject([{ state: 'down', failed: 4 }])
    hub.health = 'up'
    await clock.advance(MINUTE)
    expect(one.shared.status()).toMatchObject([{ state: 'ok' }])
  })

  test('refuses: no answer fails, and everything is given when it is back', async () => {
    const [one, two] = [open('one'), open('two')]
    await clock.advance(0)
    hub.health = 'down'
    expect(await ask(one)).toEqual({ bars: truth(), sent: 1 })
    expect(one.shared.status()[0]?.outbox).toBe(1)
    hub.health = 'up'
    await clock.advance(3 * MINUTE)
    expect(one.shared.status()[0]?.outbox).toBe(0)
    expect(await ask(two)).toEqual({ bars: truth(), sent: 0 })
  })

  test.each(['down', 'hangs'] as const)(
    '(%s) for long is used within seconds of its return: candles fetched meanwhile are there for the others',
    async (health) => {
      const [one, two] = [open('one'), open('two')]
      await clock.advance(1_000)
      hub.health = health
      for (let minute = 0; minute < 6; minute++) {
        await ask(one)
        await ask(one, { from: morning.from - (minute + 2) * HOUR, to: morning.from - (minute + 1) * HOUR })
        await clock.advance(MINUTE)
      }
      expect(one.shared.status()).toMatchObject([{ state: 'down' }])
      hub.health = 'up'
      await clock.advance(health === 'down' ? 5_000 : 32_000)
      expect(one.shared.status()).toMatchObject([{ state: 'ok', outbox: 0 }])
      expect(await ask(two)).toEqual({ bars: truth(), sent: 0 })
    },
  )

  test('that refuses changes is still read', async () => {
    const [one, two] = [open('one'), open('two')]
    await ask(one)
    hub.isReadOnly = true
    const other = { from: START - 30 * HOUR, to: START - 25 * HOUR }
    for (const span of [morning, other, other]) await ask(two, span)
    expect(world.asked).toHaveLength(2)
  })

  test('that refuses leases of rounds is still read', async () => {
    const [one, two] = [open('one'), open('two')]
    await ask(one)
    hub.isReadOnly = true
    const names = ['a', 'b', 'c', 'd']
    const held = await Promise.all(names.map((name) => two.shared.leases?.hold(name, MINUTE, signal)))
    expect(held).toEqual(names.map(() => 'unknown'))
    expect(await ask(two)).toEqual({ bars: truth(), sent: 0 })
    hub.health = 'down'
    expect(await two.shared.leases?.hold('a', MINUTE, signal)).toBe('mine')
    hub.health = 'up'
    hub.isReadOnly = false
    await clock.advance(MINUTE)
    expect(await two.shared.leases?.hold('a', MINUTE, signal)).toBe('mine')
    expect(await one.shared.leases?.hold('a', MINUTE, signal)).toBe('held')
  })
})

describe('the table of dangers', () => {
  test.each([
    ['two minutes ahead', 2 * MINUTE, 0],
    // What was fetched in its future would be deleted from its store.
    ['two minutes behind', -2 * MINUTE, 1],
    ['a day ahead', 24 * HOUR, 1],
  ])('a daemon whose clock is %s gives and claims nothing, and answers', async (_, off, calls) => {
    const [one, two] = [open('one', { offsetMs: () => off }), open('two')]
    await ask(one, { from: morning.from - 5 * HOUR, to: morning.from })
    await clock.advance(5 * MINUTE)
    expect(hub.calls['give']).toBeUndefined()
    expect(hub.calls['claim']).toBeUndefined()
    expect(one.shared.status()).toMatchObject([{ clock: 'wrong' }])
    await ask(two)
    expect(await ask(one)).toEqual({ bars: truth(), sent: calls })
  })

  test('a daemon whose clock no venue confirms gives nothing until one does', async () => {
    let isConfirmed = true
    const one = open('one', { isClockConfirmed: () => isConfirmed })
    await ask(one)
    const given = hub.calls['give']
    isConfirmed = false
    await ask(one, { from: START - 30 * HOUR, to: START - 25 * HOUR })
    expect(hub.calls['give']).toBe(given)
    isConfirmed = true
    await ask(one, { from: START - 50 * HOUR, to: START - 45 * HOUR })
    expect(hub.calls['give']).toBeGreaterThan(given ?? 0)
  })

  test('daemons that start together agree before a venue has confirmed their clocks', async () => {
    const isClockConfirmed = () => world.asked.length > 0
    const all = ['a', 'b', 'c'].map((name) => open(name, { isClockConfirmed }))
    await clock.advance(0)
    expect(all.map(({ shared }) => shared.status()[0]?.clock)).toEqual(['unknown', 'unknown', 'unknown'])
    const answers = await passUntil(clock, Promise.all(all.map((daemon) => daemon.ask(world, morning))))
    for (const { bars } of answers) expect(bars).toEqual(truth())
    expect(world.asked).toHaveLength(1)
    const name = 'prefetch'
    expect(await all[0]?.shared.leases?.hold(name, MINUTE, signal)).toBe('mine')
    expect(await all[1]?.shared.leases?.hold(name, MINUTE, signal)).toBe('held')
  })

  test('a daemon whose clock a venue denies claims nothing', async () => {
    const one = open('one', { isClockConfirmed: () => false, isClockDenied: () => true })
    await ask(one)
    expect(hub.calls['claim']).toBeUndefined()
    expect(one.shared.status()[0]?.clock).toBe('wrong')
  })

  test('answers of a private venue, and of a caller with a key, never leave', async () => {
    const one = open('one')
    await clock.advance(MINUTE)
    const venue = { ...world.venue, isPrivate: true as const }
    const before = { ...hub.calls }
    await passUntil(
      clock,
      one.ask(
        { ...world, venue },
        { from: START - 30 * HOUR, to: START - 25 * HOUR },
        { call: { isOwner: true } },
      ),
    )
    const secrets = { ...noSecrets, values: { apiKey: 'of a caller' } }
    await ask(one, { from: START - 60 * HOUR, to: START - 55 * HOUR }, { call: { secrets } })
    await clock.advance(MINUTE)
    expect(hub.calls['give']).toBe(before['give'])
    expect(hub.calls['take']).toBe(before['take'])
  })

  test('candles of another address are neither given nor taken', async () => {
    const one = open('one', { isShared: () => false })
    await ask(one)
    await clock.advance(MINUTE)
    expect([hub.calls['give'], hub.calls['take'], hub.calls['claim']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each<[string, (part: SharedPart) => SharedPart]>([
    ['a price of 7', (part) => ({ ...part, bars: part.bars.map((bar) => ({ ...bar, high: 7 })) })],
    ['candles twice', (part) => ({ ...part, bars: [...part.bars, ...part.bars] })],
    ['candles without coverage', (part) => ({ ...part, coverage: [] })],
    [
      'coverage of the future',
      (part) => ({
        ...part,
        coverage: part.coverage.map((entry) => ({ ...entry, fetchedAt: START + HOUR })),
      }),
    ],
    [
      'coverage off the grid',
      (part) => ({ ...part, coverage: part.coverage.map((entry) => ({ ...entry, from: entry.from + 1 })) }),
    ],
    [
      'a kind that is not shared',
      (part) => ({
        ...part,
        coverage: part.coverage.map((entry) => ({ ...entry, kind: 'beyond_retention' })),
      }),
    ],
    [
      'a receipt of the future',
      (part) => ({ ...part, receipts: part.receipts.map((entry) => ({ ...entry, knownAt: START + HOUR })) }),
    ],
    [
      'a provisional span of the future',
      (part) => ({
        ...part,
        provisional: part.provisional.map((entry) => ({ ...entry, requestedAt: START + HOUR })),
      }),
    ],
  ])('%s that a daemon wrote is dropped as a whole, counted, and told once', async (_, tamper) => {
    const warnings: object[] = []
    const [one, two] = [open('one'), open('two', { warnings })]
    await ask(one)
    hub.tamper = tamper
    expect(await ask(two)).toEqual({ bars: truth(), sent: 1 })
    await ask(two, { from: morning.from, to: morning.to })
    expect(two.shared.status()[0]?.dropped).toBeGreaterThan(0)
    expect(warnings).toHaveLength(1)
  })

  test('what a killed daemon had not given is given by its next start, as it is in its store', async () => {
    const other = open('other')
    await clock.advance(0)
    const spans = [20, 40, 60].map((back) => ({ from: START - back * HOUR, to: START - (back - 5) * HOUR }))
    for (const span of spans) {
      hub.health = 'down'
      const killed = hub.open()
      const one = sharedDaemon(`${folder.path}/one.db`, clock, [killed])
      await passUntil(clock, one.ask(world, span))
      killed.kill()
      one.store.close()
    }
    hub.health = 'up'
    const one = open('one')
    await clock.advance(2 * MINUTE)
    expect(one.shared.status()[0]?.outbox).toBe(0)
    const before = world.asked.length
    for (const span of spans) expect((await ask(other, span)).bars).toEqual(truth(span))
    expect(world.asked).toHaveLength(before)
    const all = { from: 0, to: START }
    expect(hub.store.coverage(yes, all)).toEqual(one.store.coverage(yes, all))
  })

  test('the claim of a killed daemon costs another one at most 5.5 s, and no error', async () => {
    let isHeld = true
    let free = (): void => undefined
    world = candleWorld({
      clock,
      listedAt: START - 400 * HOUR,
      hold: () =>
        isHeld
          ? new Promise((resolve) => {
              free = resolve
            })
          : Promise.resolve(),
    })
    const killed = hub.open()
    const one = sharedDaemon(`${folder.path}/killed.db`, clock, [killed])
    const two = open('two')
    await clock.advance(0)
    one.ask(world, morning).catch(() => undefined)
    await clock.advance(0)
    expect(world.asked).toHaveLength(1)
    killed.kill()
    isHeld = false
    const from = clock.monotonic()
    const answer = await passUntil(clock, two.ask(world, morning), 50)
    expect(answer).toEqual({ bars: truth(), sent: 1 })
    expect(clock.monotonic() - from).toBeLessThanOrEqual(5_550)
    free()
    await clock.advance(0)
    await one.shared.close().catch(() => undefined)
    one.store.close()
  })

  test('a daemon that holds a claim for long is not waited for longer than that', async () => {
    const holding = hub.open()
    const bucket = { from: Math.floor(morning.from / (500 * MINUTE)) * 500 * MINUTE, to: 0 }
    for (const from of [bucket.from, bucket.from + 500 * MINUTE])
      await holding.claim?.(yes, { from, to: from + 500 * MINUTE }, signal)
    const two = open('two')
    const from = clock.monotonic()
    expect(await passUntil(clock, two.ask(world, morning), 50)).toMatchObject({ bars: truth() })
    expect(clock.monotonic() - from).toBeLessThanOrEqual(5_650)
  })

  test('what one daemon withdraws is gone from the others, which fetch it again', async () => {
    const [one, two] = [open('one'), open('two')]
    await ask(one)
    await ask(two)
    await clock.advance(2_000)
    const part = { from: morning.from + HOUR, to: morning.from + 2 * HOUR }
    const generation = two.engine.generation('kalshi\nyes\n60000\ntrade')
    await hub.open().retract?.({ series: yes, ...part, reason: 'forgotten' }, undefined, signal)
    await clock.advance(2_000)
    for (const daemon of [one, two]) {
      expect(daemon.store.coverage(yes, part)).toEqual([])
      expect(daemon.store.read(yes, part)).toEqual([])
    }
    expect(two.engine.generation('kalshi\nyes\n60000\ntrade')).toBeGreaterThan(generation)
    expect(await ask(two)).toEqual({ bars: truth(), sent: 1 })
  })

  test('what was withdrawn while a daemon was away is withdrawn at its next start', async () => {
    const one = sharedDaemon(`${folder.path}/one.db`, clock, [hub.open()])
    await passUntil(clock, one.ask(world, morning))
    await clock.advance(2_000)
    await passUntil(clock, one.close())
    await hub.open().retract?.({ series: yes, ...morning, reason: 'forgotten' }, undefined, signal)
    const again = open('one')
    await clock.advance(2_000)
    expect(again.store.coverage(yes, morning)).toEqual([])
  })

  test('what was withdrawn while a daemon was away is not given again by what it has still to give', async () => {
    const one = open('one')
    const recent = { from: START - 120 * MINUTE, to: START - 60 * MINUTE }
    await ask(one, recent)
    const killed = hub.open()
    const two = sharedDaemon(`${folder.path}/two.db`, clock, [killed])
    await passUntil(clock, two.ask(world, recent))
    await clock.advance(2_000)
    hub.health = 'down'
    // The call of the venue also has the first candles of the other daemon.
    await passUntil(clock, two.ask(world, { from: START - 150 * MINUTE, to: recent.from }))
    killed.kill()
    two.store.close()
    hub.health = 'up'
    await hub.open().retract?.({ series: yes, ...recent, reason: 'forgotten' }, undefined, signal)
    // What is withdrawn is read later than the clock.
    const tier = hub.open()
    const again = open(
      'two',
      {},
      {
        ...tier,
        retractions: async (after, end) => {
          await clock.sleep(50)
          return tier.retractions?.(after, end) ?? Promise.reject(new Error('no retractions'))
        },
      },
    )
    await clock.advance(2 * MINUTE)
    expect(again.shared.status()[0]?.outbox).toBe(0)
    expect(hub.store.coverage(yes, { from: START - 150 * MINUTE, to: recent.from })).not.toEqual([])
    expect(hub.store.coverage(yes, recent)).toEqual([])
  })

  test('what is withdrawn after the last look is not given again', async () => {
    const [one] = [open('one')]
    const recent = { from: START - 120 * MINUTE, to: START - 60 * MINUTE }
    const earlier = { from: START - 150 * MINUTE, to: recent.from }
    await ask(one, recent)
    const tier = hub.open()
    let isBehind = false
    const two = open(
      'two',
      {},
      {
        ...tier,
        retractions: async (after, end) =>
          isBehind && after !== undefined
            ? { retractions: [], cursor: after }
            : (tier.retractions?.(after, end) ?? Promise.reject(new Error('no retractions'))),
      },
    )
    await ask(two, recent)
    await clock.advance(2_000)
    hub.isReadOnly = true
    // The call of the venue also has the first candles of the other daemon.
    await ask(two, earlier)
    isBehind = true
    hub.isReadOnly = false
    await hub.open().retract?.({ series: yes, ...recent, reason: 'forgotten' }, undefined, signal)
    await clock.advance(MINUTE)
    expect(hub.store.coverage(yes, recent)).toEqual([])
    isBehind = false
    await clock.advance(2 * MINUTE)
    expect(two.shared.status()[0]).toMatchObject({ outbox: 0, state: 'ok' })
    expect(hub.store.coverage(yes, earlier)).not.toEqual([])
    expect(hub.store.coverage(yes, recent)).toEqual([])
  })

  test('what is withdrawn while a new daemon reads the list is deleted there, too', async () => {
    const one = open('one')
    await ask(one)
    await clock.advance(2_000)
    const tier = hub.open()
    let isSlow = true
    const two = open(
      'two',
      {},
      {
        ...tier,
        async retractions(after, end) {
          while (isSlow && after !== undefined) await clock.sleep(50, end)
          return tier.retractions?.(after, end) ?? Promise.reject(new Error('no retractions'))
        },
      },
    )
    await ask(two)
    expect(two.store.coverage(yes, morning)).not.toEqual([])
    await hub.open().retract?.({ series: yes, ...morning, reason: 'forgotten' }, undefined, signal)
    isSlow = false
    await clock.advance(5_000)
    expect(two.store.coverage(yes, morning)).toEqual([])
  })

  test('new values that waited do not take the place of newer ones', async () => {
    const tier = hub.open()
    let isCut = false
    const refuse = () => Promise.reject(new Error('the server is down'))
    const two = open(
      'two',
      {},
      {
        ...tier,
        retract: (...terms) => (isCut ? refuse() : (tier.retract?.(...terms) ?? refuse())),
        retractions: (...terms) => (isCut ? refuse() : (tier.retractions?.(...terms) ?? refuse())),
      },
    )
    const one = open('one')
    await ask(one)
    await ask(two)
    await clock.advance(2_000)
    const [bar] = truth()
    if (bar === undefined) throw new Error('the window is empty')
    const span = { from: bar.timestamp, to: bar.timestamp + MINUTE }
    isCut = true
    restate(two, { ...bar, volume: 1 })
    await clock.advance(5_000)
    restate(one, { ...bar, volume: 2 })
    await clock.advance(5_000)
    isCut = false
    await clock.advance(3 * MINUTE)
    expect(two.shared.status()[0]?.outbox).toBe(0)
    expect(hub.store.read(yes, span)).toEqual([{ ...bar, volume: 2 }])
    for (const daemon of [one, two]) expect((await ask(daemon, span)).bars).toEqual([{ ...bar, volume: 2 }])
  })

  test('new values of a candle take the place of the former ones everywhere', async () => {
    const [one, two] = [open('one'), open('two')]
    await ask(one)
    await ask(two)
    await clock.advance(2_000)
    const [bar] = truth()
    if (bar === undefined) throw new Error('the window is empty')
    const span = { from: bar.timestamp, to: bar.timestamp + MINUTE }
    restate(one, { ...bar, volume: 12_345 })
    await clock.advance(2_000)
    expect((await ask(two, span)).bars).toEqual([{ ...bar, volume: 12_345 }])
    expect((await ask(one, span)).bars).toEqual([{ ...bar, volume: 12_345 }])
  })
})
