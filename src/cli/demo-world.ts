import type { WorldUrls } from '../daemon/venue-house.js'
import { systemClock } from '../effects/clock.js'

/** The demo venues behind this daemon or command, and behind nothing else: nobody has to be held to their limits. */
export async function startDemoWorld(seed: number): Promise<{ urls: WorldUrls; close(): Promise<void> }> {
  const { startSimulator } = await import('../simulator/start.js')
  const simulator = await startSimulator({ seed, clock: systemClock })
  simulator.switches.limits = 'off'
  return { urls: simulator.urls, close: () => simulator.close() }
}
