import { setTimeout as wait } from 'node:timers/promises'
import type { ApiCaller, StoreTrouble } from '../client/caller.js'
import { renderCount } from '../output/counted.js'
import { exitCodes, type Output } from '../output/output.js'

/** Maximum wait for another process that briefly locks the store, ms. */
const PATIENCE_MS = 3_000
const POLL_MS = 250

/**
 * Waits briefly until the fetched candles are on disk.
 * @returns why they are not, or undefined if they are or the state is unknown
 */
export async function waitUntilOnDisk(
  caller: Pick<ApiCaller, 'storeTrouble'>,
): Promise<StoreTrouble | undefined> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const trouble = await caller.storeTrouble()
    if (trouble === undefined || waitedMs >= PATIENCE_MS) return trouble
    await wait(POLL_MS)
  }
}

/** Reports that candles are not on disk, and sets a failure exit code. */
export function reportNotOnDisk({ reason, unsaved }: StoreTrouble, output: Output): void {
  const what =
    unsaved === undefined
      ? 'New candles are'
      : `${renderCount(unsaved, 'candle')} ${unsaved === 1 ? 'is' : 'are'}`
  output.note(
    `${what} not on disk: ${reason}.\n` +
      '  The process that fetched them still has them in memory. It writes them when the file is writable again, and loses them if it exits before that.',
  )
  process.exitCode = exitCodes.failed
}
