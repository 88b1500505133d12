/** What was opened, to be given back in the opposite order. */
export interface CleanupStack {
  add(close: () => unknown): void
  /**
   * Closes everything once.
   * @throws the first failure, when all has been tried: one thing that cannot be closed, such as a recording on a full
   * disk, must not keep the others open
   */
  closeAll(): Promise<void>
  /** Closes everything after a failure, which is what is told; what fails now mostly follows from it. */
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
