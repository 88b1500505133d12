import type { Clock } from '../../effects/clock.js'
import { keepAliveDuring } from '../../effects/keep-alive.js'
import type { Database } from '../../storage/driver.js'
import { faultOf } from '../../storage/faults.js'

/** Maximum wait for another program that reads or writes the file, ms. */
const WITHIN_MS = 5_000
const PAUSE_MS = 50

/**
 * Waits until no other program reads or writes a database, without blocking this process.
 * @param setWait sets how long a statement waits, ms; called with 0
 * @returns whether that is so; errors other than a lock are left to the next statement
 */
export async function waitForWriteLock(
  database: Database,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  setWait: (ms: number) => void,
): Promise<boolean> {
  const until = clock.monotonic() + WITHIN_MS
  for (;;) {
    setWait(0)
    if (isFree(database)) return true
    if (clock.monotonic() >= until) return false
    await keepAliveDuring(clock.sleep(PAUSE_MS))
  }
}

function isFree(database: Database): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    return faultOf(error) !== 'busy'
  }
  database.exec('ROLLBACK')
  return true
}
