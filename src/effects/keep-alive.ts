const TICK_MS = 60_000

/** Keeps this process alive while work is in progress, which the clock's timers and idle connections do not. */
export async function keepAliveDuring<Result>(work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => {}, TICK_MS)
  return await work.finally(() => clearInterval(timer))
}
