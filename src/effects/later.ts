/** Runs a task once the event loop has looked after whatever else has arrived. */
export function later(task: () => void): void {
  setImmediate(task)
}
