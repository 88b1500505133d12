import { cut, joinSpans, type Span } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS, type Clock } from '../../effects/clock.js'
import type { Random } from '../../effects/random.js'
import { createAbort, outlasts } from '../../policy/abort.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { OutboxRecords } from '../database/change-table.js'
import { type CandleStore, type SeriesIdentity, seriesNameOf } from '../store/candle-store.js'
import type { WriteResult } from './candle-tier.js'
import { collectRestated } from './restated-parts.js'
import { collectPart, isBlank } from './shared-parts.js'
import type { TierSession } from './tier-session.js'

/**
 * Spans to upload to a tier. Their candles are read from the store when they are sent. Spans are recorded before they are stored,
 * so that a daemon that is killed sends them after its next start.
 */
export interface GiveQueue {
  /** Records spans that are about to be stored or changed. @returns a function that marks them as ready */
  note(identity: SeriesIdentity, spans: readonly Span[], isRestated?: boolean): () => void
  /** Sends a series' ready spans, for at most the given time. */
  flush(identity: SeriesIdentity, ms: number): Promise<void>
  /** Number of series with spans to send. */
  readonly length: number
  /** Sends ready spans for a limited time. */
  close(): Promise<void>
}

interface GiveQueueDeps {
  readonly session: TierSession
  readonly store: CandleStore
  readonly records: OutboxRecords
  readonly clock: Clock
  readonly turn: EventLoopYield
  readonly random: Random
  readonly withdrawn: AppliedRetractions
}

/** Spans that other daemons withdrew and that have been deleted from the store. Otherwise they could be uploaded again. */
export interface AppliedRetractions {
  /** Whether all withdrawn spans were deleted at the last check. */
  isUpToDate(): Promise<boolean>
  /** Returns the cursor of the last deleted span, or undefined if the tier has none. */
  cursor(): string | undefined
  /** The tier has more of them, so the next check does not wait. */
  expire(): void
}

/** The ready spans of a series. */
interface Ready {
  readonly identity: SeriesIdentity
  readonly given: readonly Span[]
  readonly restated: readonly Span[]
  readonly numbers: readonly number[]
}

/** Maximum number of series in memory. Further ones wait in the file, or are lost if there is no file. */
const MAX_SERIES = 10_000
const READ_AT_ONCE = 5_000
/** Maximum number of open times per call. */
const STEPS_AT_ONCE = 5_000
const SEND_MS = 10_000
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
const CLOSING_MS = 2_000

export function createGiveQueue(deps: GiveQueueDeps): GiveQueue {
  const { session, store, records, clock, turn, random, withdrawn } = deps
  const { tier, counts } = session
  const ready = new Map<string, Ready>()
  const sending = new Map<string, Promise<boolean>>()
  /** Numbers of spans that are being fetched. */
  const unready = new Set<number>()
  const ended = createAbort()
  /** The change after which the file is read next. Undefined once everything in it is in memory. */
  let leftFrom: number | undefined = 0
  let isRunning = false
  /** Ends the pause after a failure. */
  let endPause = (): void => undefined

  function add({ identity, given, restated, numbers }: Ready): void {
    const name = seriesNameOf(identity)
    const before = ready.get(name)
    if (before === undefined && ready.size >= MAX_SERIES) {
      const [first] = numbers
      if (first !== undefined) leftFrom = Math.min(leftFrom ?? first - 1, first - 1)
      return
    }
    ready.set(name, {
      identity,
      given: joinSpans([...(before?.given ?? []), ...given]),
      restated: joinSpans([...(before?.restated ?? []), ...restated]),
      numbers: [...new Set([...(before?.numbers ?? []), ...numbers])],
    })
  }

  /** @returns whether the tier has it now */
  async function write(call: (signal: AbortSignal) => Promise<WriteResult>): Promise<boolean> {
    let result: WriteResult | undefined
    const isAnswered = await session.write(SEND_MS, async (signal) => {
      result = await call(signal)
    })
    if (result === 'outdated') withdrawn.expire()
    return isAnswered && result === 'written'
  }

  /** Sends one span. @returns whether the tier has it now */
  async function sendSpan(identity: SeriesIdentity, span: Span, isRestated: boolean): Promise<boolean> {
    await turn()
    const latest = Math.min(session.now(), clock.now()) + CLOCK_TOLERANCE_MS
    const { give, retract } = tier
    // Read together with the candles, before anything is waited for.
    const seen = withdrawn.cursor()
    if (isRestated && retract !== undefined) {
      for (const { part, ...changed } of collectRestated(store, identity, span, latest)) {
        const retraction = { series: identity, ...changed, reason: 'restated' } as const
        if (!(await write((signal) => retract.call(tier, retraction, part, signal, seen)))) return false
      }
    }
    // Also of replaced candles: the others of the span may have been contradicted, with a value that proved right.
    const part = collectPart(store, identity, span, latest)
    if (give === undefined || isBlank(part)) return true
    const isGiven = await write((signal) => give.call(tier, identity, part, signal, seen))
    if (isGiven) counts.given += part.bars.length
    return isGiven
  }

  async function sendSeries({ identity, given, restated, numbers }: Ready): Promise<boolean> {
    const sizeMs = STEPS_AT_ONCE * identity.stepMs
    const spans = [
      ...restated.flatMap((span) => cut(span, sizeMs)).map((span) => ({ span, isRestated: true })),
      ...given.flatMap((span) => cut(span, sizeMs)).map((span) => ({ span, isRestated: false })),
    ]
    for (const { span, isRestated } of spans) {
      if (!(await session.mayGive(SEND_MS)) || !(await withdrawn.isUpToDate())) return false
      if (!(await sendSpan(identity, span, isRestated))) return false
    }
    records.dropPending(numbers)
    return true
  }

  /** Sends a series' ready spans, one at a time. @returns whether nothing of it is left */
  async function send(name: string): Promise<boolean> {
    const before = sending.get(name)
    if (before !== undefined) await before
    const one = ready.get(name)
    if (one === undefined) return true
    if (sending.has(name)) return send(name)
    ready.delete(name)
    const work = sendSeries(one)
      .catch(() => false)
      .then((isSent) => {
        sending.delete(name)
        if (!isSent) add(one)
        return isSent
      })
    sending.set(name, work)
    return work
  }

  /** Reads the spans that an earlier process left in the file, or that did not fit into memory. */
  function readLeft(): void {
    while (leftFrom !== undefined && ready.size < MAX_SERIES) {
      const rows = records.pending(tier.name, leftFrom, READ_AT_ONCE)
      leftFrom = rows.length < READ_AT_ONCE ? undefined : rows.at(-1)?.number
      for (const { number, identity, from, to, isRestated } of rows) {
        if (unready.has(number)) continue
        const spans = [{ from, to }]
        add({
          identity,
          given: isRestated ? [] : spans,
          restated: isRestated ? spans : [],
          numbers: [number],
        })
      }
    }
  }

  /** @returns whether the tier returned meanwhile: other daemons may wait for what it lacks */
  function pause(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = clock.setTimer(ms, () => resolve(false))
      endPause = () => {
        cancel()
        resolve(true)
      }
    })
  }

  async function run(): Promise<void> {
    try {
      for (let pauseMs = FIRST_PAUSE_MS; !ended.signal.aborted; ) {
        readLeft()
        const [name] = ready.keys()
        if (name === undefined) return
        if (await send(name)) {
          pauseMs = FIRST_PAUSE_MS
          continue
        }
        const isEnded = await pause(Math.ceil(pauseMs * (0.75 + random() / 2)))
        pauseMs = isEnded ? FIRST_PAUSE_MS : Math.min(MAX_PAUSE_MS, pauseMs * 2)
      }
    } finally {
      isRunning = false
    }
  }

  function start(): void {
    if (isRunning || ended.signal.aborted) return
    isRunning = true
    run().catch(() => undefined)
  }

  session.onReturn(() => endPause())
  start()
  return {
    note(identity, spans, isRestated = false) {
      const { venue, seriesKey, stepMs, basis } = identity
      const own = { venue, seriesKey, stepMs, basis }
      const numbers = spans.flatMap(
        (span) => records.notePending(tier.name, { ...span, identity: own, isRestated }) ?? [],
      )
      for (const number of numbers) unready.add(number)
      return () => {
        for (const number of numbers) unready.delete(number)
        add({
          identity: own,
          given: isRestated ? [] : spans,
          restated: isRestated ? spans : [],
          numbers,
        })
        start()
      }
    },
    async flush(identity, ms) {
      await outlasts(send(seriesNameOf(identity)), clock.monotonic() + ms, clock)
    },
    get length() {
      return ready.size + sending.size
    },
    async close() {
      ended.abort(new Error('the daemon stops'))
      endPause()
      const rest = Promise.all([...ready.keys()].map((name) => send(name)))
      await outlasts(rest, clock.monotonic() + CLOSING_MS, clock).catch(() => undefined)
    },
  }
}
