import { createSeededRandom } from '../../../src/effects/random.js'
import type { VenueCall, Wire } from '../../../src/transport/call-types.js'
import type { FakeClock } from '../../support/clock.js'
import { type Lie, targetOf, tellLie } from './lies.js'

export interface LyingWire extends Wire {
  /** Calls that were sent. */
  readonly calls: number
  /** Those of them that were for prices or trades. */
  readonly historyCalls: number
  /** Lies that were told, in order, as texts. */
  readonly told: readonly string[]
  /** Begins a lie now. */
  begin(lie: Lie): void
  endAll(): void
}

interface Running {
  readonly lie: Lie
  skips: number
  /** By the monotonic clock; undefined for a lie of one call. */
  readonly endsAt: number | undefined
}

interface LyingWireDeps {
  readonly honest: Wire
  /** The same venue, some minutes behind. */
  readonly replica: Wire
  readonly clock: FakeClock
  readonly seed: number
}

/** A wire to a venue that tells lies. The newest lie that fits a call is told. */
export function createLyingWire({ honest, replica, clock, seed }: LyingWireDeps): LyingWire {
  const random = createSeededRandom(seed)
  const told: string[] = []
  let running: Running[] = []
  let calls = 0
  let historyCalls = 0

  function lieFor(call: VenueCall): Lie | undefined {
    running = running.filter(({ endsAt }) => endsAt === undefined || clock.monotonic() < endsAt)
    const target = targetOf(call)
    const fitting = running.findLast(({ lie }) => lie.target === 'all' || lie.target === target)
    if (fitting === undefined || fitting.skips-- > 0) return undefined
    if (fitting.endsAt === undefined) running = running.filter((one) => one !== fitting)
    return fitting.lie
  }

  return {
    get calls() {
      return calls
    },
    get historyCalls() {
      return historyCalls
    },
    told,
    begin(lie) {
      const endsAt = lie.lastsMs === undefined ? undefined : clock.monotonic() + lie.lastsMs
      running.push({ lie, skips: lie.skips, endsAt })
    },
    endAll() {
      running = []
    },
    async send(call, url, options) {
      calls++
      if (targetOf(call) === 'history') historyCalls++
      const lie = lieFor(call)
      if (lie === undefined) return honest.send(call, url, options)
      told.push(`${lie.kind}: ${call.method} ${call.host}${call.path}`)
      const date = new Date(clock.now()).toUTCString()
      const reply = await (lie.kind === 'lag' ? replica : honest).send(call, url, options)
      const lied = tellLie(lie.kind, reply, random)
      // The machine that answers knows what time it is; its data are old.
      return { ...lied, headers: { ...lied.headers, date } }
    },
    close: () => honest.close(),
  }
}
