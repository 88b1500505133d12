/** Cleanups of opened resources, run in reverse order. */
export interface CleanupStack {
  add(close: () => unknown): void
  /**
   * Closes everything once. If one cleanup fails (such as a recording on a full disk), the others still run.
   * @throws the first failure, after all cleanups
   */
  closeAll(): Promise<void>
  /**
   * Closes everything after a failure. The caller reports that failure; errors of cleanups are dropped, since they usually
   * follow from it.
   */
  giveUp(): Promise<void>
}

export function createCleanupStack(): CleanupStack {
  const opened: (() => unknown)[] = []

  async function closeAll(): Promise<void> {
    const failures: unknown[] = []
    for (const close of opened.splice(0).reverse()) {
      try {
        await close()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  return {
    add: (close) => opened.push(close),
    closeAll,
    giveUp: () => closeAll().catch(() => undefined),
  }
}
