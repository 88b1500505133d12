import { systemClock } from '../../effects/clock.js'
import type { FaultRule } from '../../simulator/faults/faults.js'
import type { DaemonCredentials } from '../../venue-kit/contract/account-secrets.js'
import type { WorldUrls } from '../network/host-wiring.js'

/** Loads the credentials of the simulated accounts, by venue. A replay of the demo uses the same credentials as its recording. */
export async function loadDemoAccounts(): Promise<DaemonCredentials> {
  const { loadMockVenues } = await import('../../simulator/mock-venues/registry.js')
  const { lendPaper } = await import('../../simulator/server/start.js')
  return lendPaper(await loadMockVenues())
}

/** Starts the mock venues of this daemon or command. Only this process uses them, so no rate limits apply. */
export async function startDemoWorld(
  seed: number,
  faults: readonly FaultRule[] = [],
): Promise<{ urls: WorldUrls; paper?: DaemonCredentials; close(): Promise<void> }> {
  const { startSimulator } = await import('../../simulator/server/start.js')
  const simulator = await startSimulator({ seed, clock: systemClock, faults })
  simulator.switches.limits = 'off'
  return { urls: simulator.urls, paper: simulator.paper, close: () => simulator.close() }
}
