const TICK_MS = 60_000

/** Keeps this process alive while work lasts: timers of the clock and idle connections do not. */
export async function keepAliveDuring<Result>(work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => {}, TICK_MS)
  return await work.finally(() => clearInterval(timer))
}
