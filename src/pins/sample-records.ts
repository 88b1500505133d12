import { renderResolution } from '../api/times/resolution.js'
import type { Clock } from '../effects/clock.js'
import type { Complaints } from './complaints.js'
import { type Capture, captureKey } from './format.js'
import { nextSampleAt, type SampleItem } from './sample-items.js'

/** Records are written down at most this often while samples are taken. */
const WRITE_EVERY_MS = 5_000

export interface SampleRecordsDeps {
  readonly clock: Clock
  /** Why candles cannot be stored for good right now; undefined when they can. */
  storeTrouble(): string | undefined
  readRecords(): readonly Capture[]
  writeRecords(records: readonly Capture[]): void
}

/** How each outcome that is sampled is doing, in memory and written down now and then. */
export interface SampleRecords {
  /** Notes a try; without a problem of its own that of the store, if there is one. */
  note(item: SampleItem, told: Partial<Pick<Capture, 'at' | 'problem' | 'done' | 'nextAt'>>): void
  /** Forgets all but these. */
  keep(keys: ReadonlySet<string>): void
  problemOf(item: SampleItem): string | undefined
  all(): Iterable<Capture>
  /** Writes what has changed, if it is time or the last chance. */
  write(isLast?: boolean): void
}

export function createSampleRecords(deps: SampleRecordsDeps, complain: Complaints): SampleRecords {
  const { clock } = deps
  const records = new Map(deps.readRecords().map((record) => [captureKey(record), record]))
  let writtenAt = clock.monotonic()
  let isWritten = true

  function storeProblem(): string | undefined {
    const trouble = deps.storeTrouble()
    return trouble === undefined ? undefined : `candles cannot be stored for good: ${trouble}`
  }

  return {
    note({ key, venue, outcomeId, stepMs, paceMs }, told) {
      const { at = records.get(key)?.at, problem = storeProblem(), done } = told
      const now = clock.now()
      records.set(key, {
        venue: venue.id,
        outcomeId,
        resolution: renderResolution(stepMs),
        triedAt: now,
        nextAt: told.nextAt ?? nextSampleAt({ paceMs }, now),
        ...(at === undefined ? {} : { at }),
        ...(problem === undefined ? {} : { problem }),
        ...(done === undefined ? {} : { done }),
      })
      isWritten = false
    },
    keep(keys) {
      for (const key of records.keys()) {
        if (keys.has(key)) continue
        records.delete(key)
        isWritten = false
      }
    },
    problemOf: ({ key }) => records.get(key)?.problem,
    all: () => records.values(),
    write(isLast = false) {
      if (isWritten || (!isLast && clock.monotonic() - writtenAt < WRITE_EVERY_MS)) return
      writtenAt = clock.monotonic()
      try {
        deps.writeRecords([...records.values()])
        isWritten = true
        complain.settled('records')
      } catch (error) {
        complain.once('records', error, 'the state of the samples cannot be written down')
      }
    },
  }
}
