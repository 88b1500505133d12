import { systemClock } from '../../effects/clock.js'
import type { FaultRule } from '../../simulator/faults/faults.js'
import type { DaemonCredentials } from '../../venue-kit/contract/account-secrets.js'
import type { WorldUrls } from '../network/host-wiring.js'

/** Credentials of the demo's accounts, by venue: a replay of the demo lends those that its recording lent. */
export async function loadDemoAccounts(): Promise<DaemonCredentials> {
  const { loadMockVenues } = await import('../../simulator/mock-venues/registry.js')
  const { lendPaper } = await import('../../simulator/server/start.js')
  return lendPaper(await loadMockVenues())
}

/** The demo venues behind this daemon or command, and behind nothing else: nobody has to be held to their limits. */
export async function startDemoWorld(
  seed: number,
  faults: readonly FaultRule[] = [],
): Promise<{ urls: WorldUrls; paper?: DaemonCredentials; close(): Promise<void> }> {
  const { startSimulator } = await import('../../simulator/server/start.js')
  const simulator = await startSimulator({ seed, clock: systemClock, faults })
  simulator.switches.limits = 'off'
  return { urls: simulator.urls, paper: simulator.paper, close: () => simulator.close() }
}
