/** Names of the warnings of the process while something is done, such as of a leak that is none. */
export async function warningsOf(work: () => unknown): Promise<readonly string[]> {
  const warnings: string[] = []
  const onWarning = ({ name }: Error): number => warnings.push(name)
  process.on('warning', onWarning)
  try {
    await work()
    // A warning comes in a turn of its own.
    await new Promise((resolve) => setImmediate(resolve))
    return warnings
  } finally {
    process.off('warning', onWarning)
  }
}
