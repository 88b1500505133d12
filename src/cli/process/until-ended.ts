/** What can be seen from outside of a process that was asked to end. */
export interface Ending {
  isRunning(): boolean
  /** How far it has come with merging its recording; undefined while it does not merge. */
  merged(): number | undefined
  sleep(ms: number): Promise<void>
}

/** How long it may take, and how long a merge may make no progress: one long write to a slow disk, ms. */
export const END_TIMEOUT_MS = 3_000
export const MERGE_TIMEOUT_MS = 30_000
const POLL_MS = 20

/**
 * Waits for a process to end, and for a merge as long as it comes on.
 * @param onMerge called once, when it turns out that there is one
 * @returns false when patience was at an end first
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
