import type { Span } from '../../src/api/times/span.js'
import { hullOf, intersect, subtract } from '../../src/api/times/span.js'
import type { Receipt } from '../../src/candles/series/receipts.js'
import type {
  CandleTier,
  DatedRetraction,
  Lease,
  SharedPart,
  SharedSeries,
} from '../../src/candles/shared/candle-tier.js'
import { cutUnfinished } from '../../src/candles/shared/check-part.js'
import { findReplaced } from '../../src/candles/shared/restated-parts.js'
import { collectPart, storePart } from '../../src/candles/shared/shared-parts.js'
import {
  type Coverage,
  findUnknownParts,
  type KnownSeries,
  seriesNameOf,
} from '../../src/candles/store/candle-store.js'
import { createMemoryStore, type MemoryStore } from '../../src/candles/store/memory-store.js'
import { CLOCK_TOLERANCE_MS, type Clock } from '../../src/effects/clock.js'

const CLAIM_MS = 5_000
const RENEWED_EVERY_MS = 1_500

/** What daemons share, in the memory of the test. */
export interface MemoryHub {
  /** Opens it as one daemon does. */
  open(): CandleTier & {
    /** The daemon is gone: it renews nothing, and nothing of it arrives any more. */
    kill(): void
  }
  /** How the server fares: it answers, refuses every call, or answers none. */
  health: 'up' | 'down' | 'hangs'
  /** Ends all claims, as a crash of the server does: its table of claims is not written to the disk. */
  loseClaims(): void
  /** It is read, and refuses every change. */
  isReadOnly: boolean
  /** Its clock less the true one, ms. */
  offsetMs: number
  /** Changes what is returned, as a faulty daemon may have written it. */
  tamper: ((part: SharedPart) => SharedPart) | undefined
  /** Calls by the name of the method. */
  readonly calls: Record<string, number>
  /** What it holds. */
  readonly store: MemoryStore
}

export function memoryHub(
  clock: Pick<Clock, 'setTimer'> & { trueNow(): number },
  pause: () => Promise<void> = () => Promise.resolve(),
): MemoryHub {
  const store = createMemoryStore(1_000)
  const receipts = new Map<string, (Receipt & { readonly owner: number })[]>()
  /** What each daemon gave first, by series: when a value was fetched is known of its own daemon only. */
  const given = new Map<string, (Coverage & { readonly owner: number })[]>()
  const claims = new Map<string, { owner: number; until: number }>()
  const retractions: (DatedRetraction & { readonly by: number })[] = []
  const budgets = new Map<string, { tokens: number; at: number; pausedUntil: number }>()
  const located = new Map<string, KnownSeries>()
  let owners = 0
  const now = (): number => clock.trueNow() + hub.offsetMs
  const forever = (): Promise<never> => new Promise(() => undefined)

  const hub: MemoryHub = {
    health: 'up',
    loseClaims: () => claims.clear(),
    isReadOnly: false,
    offsetMs: 0,
    tamper: undefined,
    calls: {},
    store,
    open() {
      const owner = owners++
      let isKilled = false
      async function serve(name: string, isChange: boolean): Promise<void> {
        hub.calls[name] = (hub.calls[name] ?? 0) + 1
        if (isKilled || hub.health === 'hangs') await forever()
        await pause()
        if (isKilled) await forever()
        if (hub.health === 'down') throw new Error('the server is down')
        if (isChange && hub.isReadOnly) throw new Error('permission denied')
      }

      function add(series: SharedSeries, part: SharedPart): void {
        const latest = now() + CLOCK_TOLERANCE_MS
        const times = [
          ...part.coverage.map(({ fetchedAt }) => fetchedAt),
          ...part.provisional.map(({ requestedAt }) => requestedAt),
        ]
        if (times.some((at) => at > latest)) throw new Error('it was fetched in the future')
        const name = seriesNameOf(series)
        const coverage = cutUnfinished(part.coverage, series.stepMs)
        const before = given.get(name) ?? []
        const added = findUnknownParts(coverage, before).map((entry) => ({ ...entry, owner }))
        given.set(
          name,
          [...before, ...added].sort((a, b) => a.from - b.from),
        )
        storePart(store, series, { ...part, coverage })
        const known = receipts.get(name) ?? []
        const others = known.filter((one) => !part.receipts.some(isSame(one)))
        const own = part.receipts.map((receipt) => ({
          ...receipt,
          owner: known.find(isSame(receipt))?.owner ?? owner,
        }))
        receipts.set(name, [...others, ...own])
      }

      const isOutdated = (series: SharedSeries, span: Span | undefined, seen: string | undefined): boolean =>
        retractions
          .slice(Number(seen ?? retractions.length))
          .some(
            (one) =>
              one.by !== owner &&
              seriesNameOf(one.series) === seriesNameOf(series) &&
              span !== undefined &&
              intersect(one, span) !== undefined,
          )

      return {
        name: 'memory',
        async take(series, span) {
          await serve('take', false)
          const known = receipts.get(seriesNameOf(series)) ?? []
          const part = {
            ...collectPart(store, series, span, Number.POSITIVE_INFINITY),
            receipts: known.map(({ owner: _owner, ...one }) => ({
              ...one,
              ...(intersect(one, span) ?? { from: 0, to: 0 }),
            })),
          }
          const told = { ...part, receipts: part.receipts.filter(({ to }) => to > 0) }
          return hub.tamper?.(told) ?? told
        },
        async give(series, part, _signal, seen) {
          await serve('give', true)
          if (isOutdated(series, hullOf([...part.coverage, ...part.provisional]), seen)) return 'outdated'
          add(series, part)
          return 'written'
        },
        async claim(series, bucket): Promise<Lease> {
          await serve('claim', true)
          const name = `${seriesNameOf(series)} ${bucket.from}`
          const before = claims.get(name)
          if (before !== undefined && before.until > now())
            return { kind: 'held', leftMs: before.until - now() }
          const own = { owner, until: now() + CLAIM_MS }
          claims.set(name, own)
          let isOver = false
          const renew = (): void => {
            if (isOver || isKilled || claims.get(name) !== own) return
            if (hub.health === 'up') own.until = now() + CLAIM_MS
            clock.setTimer(RENEWED_EVERY_MS, renew)
          }
          clock.setTimer(RENEWED_EVERY_MS, renew)
          return {
            kind: 'mine',
            async release() {
              isOver = true
              if (isKilled || hub.health !== 'up') return
              if (claims.get(name) === own) claims.delete(name)
            },
          }
        },
        async lease(name) {
          await serve('lease', true)
          const before = claims.get(name)
          if (before !== undefined && before.until > now()) return undefined
          const own = { owner, until: Number.POSITIVE_INFINITY }
          claims.set(name, own)
          return {
            isHeld: () => claims.get(name) === own,
            async release() {
              if (claims.get(name) === own) claims.delete(name)
            },
          }
        },
        async takeBudget(name, { ratePerSecond, burst, pauseMs = 0 }, requested) {
          await serve('takeBudget', true)
          const at = now()
          const row = budgets.get(name) ?? { tokens: burst, at, pausedUntil: at }
          if (row.pausedUntil > row.at) row.tokens = 0
          const passed = Math.max(0, at - Math.max(row.at, row.pausedUntil))
          const pausedUntil = Math.max(row.pausedUntil, at + pauseMs)
          const filled = pausedUntil > at ? 0 : Math.min(burst, row.tokens + (passed * ratePerSecond) / 1000)
          // An interval that refills one token may do so with a rounding error.
          const granted = Math.min(requested, Math.floor(filled + 1e-9))
          const tokens = Math.max(0, filled - granted)
          budgets.set(name, { tokens, at, pausedUntil })
          const waitMs = Math.ceil(pausedUntil - at + (Math.max(0, 1 - tokens) * 1000) / ratePerSecond)
          return { granted, waitMs }
        },
        async retract(retraction, replacement, _signal, seen) {
          await serve('retract', true)
          const { series, from, to } = retraction
          if (isOutdated(series, { from, to }, seen)) return 'outdated'
          const name = seriesNameOf(series)
          const known = Array.from({ length: owners }, (_, one) => ({
            coverage: (given.get(name) ?? []).filter((entry) => entry.owner === one),
            receipts: (receipts.get(name) ?? []).filter((entry) => entry.owner === one),
          }))
          const spans =
            replacement === undefined ? [{ from, to }] : findReplaced(replacement, series.stepMs, known)
          for (const span of spans) {
            store.remove(series, span)
            const all = receipts.get(name) ?? []
            receipts.set(
              name,
              all.flatMap((one) => subtract(one, [span]).map((rest) => ({ ...one, ...rest }))),
            )
            given.set(
              name,
              (given.get(name) ?? []).flatMap((one) =>
                subtract(one, [span]).map((rest) => ({ ...one, ...rest })),
              ),
            )
          }
          if (replacement !== undefined) add(series, replacement)
          for (const span of spans) retractions.push({ ...retraction, ...span, at: now(), by: owner })
          return 'written'
        },
        async retractions(after) {
          await serve('retractions', false)
          const from = after === undefined ? retractions.length : Number(after) || 0
          return {
            retractions: retractions
              .slice(from)
              .filter(({ by }) => by !== owner)
              .map(({ by: _by, ...retraction }) => retraction),
            cursor: String(retractions.length),
          }
        },
        async known(venue, outcomeId) {
          await serve('known', false)
          return located.get(`${venue} ${outcomeId}`)
        },
        async remember(venue, outcomeId, known) {
          await serve('remember', true)
          const name = `${venue} ${outcomeId}`
          const before = located.get(name)
          if (before === undefined || before.checkedAt <= known.checkedAt) located.set(name, known)
        },
        async steps({ venue, seriesKey, basis }) {
          await serve('steps', false)
          return store.extents({ venue, seriesKey, basis }).map(({ stepMs }) => stepMs)
        },
        async now() {
          await serve('now', false)
          return now()
        },
        close: () => Promise.resolve(),
        kill() {
          isKilled = true
          for (const claim of claims.values())
            if (claim.owner === owner) claim.until = Math.min(claim.until, now() + CLAIM_MS)
        },
      }
    },
  }
  return hub
}

function isSame(one: Receipt): (other: Receipt & Span) => boolean {
  return (other) =>
    one.from === other.from &&
    one.to === other.to &&
    one.knownAt === other.knownAt &&
    one.source === other.source
}
