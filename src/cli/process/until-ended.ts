/** The observable state of a process that is being stopped. */
export interface Ending {
  isRunning(): boolean
  /** The number of bytes in the merge of its recording, or undefined if no merge is in progress. */
  merged(): number | undefined
  sleep(ms: number): Promise<void>
}

/**
 * Maximum time for the process to end, and maximum time for which a merge may make no progress (one long write to a slow disk),
 * ms.
 */
export const END_TIMEOUT_MS = 3_000
export const MERGE_TIMEOUT_MS = 30_000
const POLL_MS = 20

/**
 * Waits until a process ends, and during a merge for as long as it makes progress.
 * @param onMerge called once, at the first sign of a merge
 * @returns false at the timeout
 */
export async function waitUntilEnded(
  { isRunning, merged, sleep }: Ending,
  onMerge: () => void = () => {},
): Promise<boolean> {
  let known: number | undefined
  let isTold = false
  for (let quietMs = 0; ; quietMs += POLL_MS) {
    if (!isRunning()) return true
    const now = merged()
    if (now !== known) quietMs = 0
    known = now
    if (known !== undefined && !isTold) {
      isTold = true
      onMerge()
    }
    if (quietMs >= (known === undefined ? END_TIMEOUT_MS : MERGE_TIMEOUT_MS)) return false
    await sleep(POLL_MS)
  }
}
