import { renderResolution } from '../api/times/resolution.js'
import type { Clock } from '../effects/clock.js'
import type { Complaints } from './complaints.js'
import { type Capture, captureKey } from './format.js'
import { nextSampleAt, type SampleItem } from './sample-items.js'

/** Minimum interval between writes of the records, ms. */
const WRITE_EVERY_MS = 5_000

export interface SampleRecordsDeps {
  readonly clock: Clock
  /** Returns why candles cannot be stored permanently now, or undefined if they can. */
  storeTrouble(): string | undefined
  readRecords(): readonly Capture[]
  writeRecords(records: readonly Capture[]): void
}

/** The state of each sampled outcome, in memory and written periodically. */
export interface SampleRecords {
  /** Records a sample or a failure. If neither has a problem, the store's problem is recorded. */
  note(item: SampleItem, told: Partial<Pick<Capture, 'at' | 'problem' | 'done' | 'nextAt'>>): void
  /** Removes all others. */
  keep(keys: ReadonlySet<string>): void
  problemOf(item: SampleItem): string | undefined
  all(): Iterable<Capture>
  /** Writes changes if the interval has passed, or if it is the last write. */
  write(isLast?: boolean): void
}

export function createSampleRecords(deps: SampleRecordsDeps, complain: Complaints): SampleRecords {
  const { clock } = deps
  const records = new Map(deps.readRecords().map((record) => [captureKey(record), record]))
  let writtenAt = clock.monotonic()
  let isWritten = true

  function storeProblem(): string | undefined {
    const trouble = deps.storeTrouble()
    return trouble === undefined ? undefined : `candles cannot be stored: ${trouble}`
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
        complain.once('records', error, 'cannot write the sample state')
      }
    },
  }
}
