import type { Dispatcher } from '../../src/core/dispatcher.js'
import { listenOnAddress } from '../../src/daemon/lifecycle/listen.js'
import { type HttpServerOptions, openHttpServer } from '../../src/http/server.js'
import { silentLogger } from '../../src/observe/logger.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import { nothingBuilt, nothingToShow } from '../support/assets.js'
import type { FakeClock } from '../support/clock.js'
import { unasked, unaskedFeeds } from '../support/feeds.js'
import { srcGuide } from '../support/guide.js'

/** The access token of every door of a test. */
export const token = 'token-token-token-token'

/**
 * A door on a free port of the loopback, over a dispatcher of the test.
 * @param own what the test says itself, over what most tests want
 */
export async function openTestDoor({
  clock,
  access = {},
  ...own
}: Pick<HttpServerOptions, 'dispatcher' | 'maxBodyBytes'> &
  Partial<Omit<HttpServerOptions, 'access' | 'clock'>> & {
    readonly clock: FakeClock
    readonly access?: Partial<HttpServerOptions['access']>
  }) {
  const door = await openHttpServer({
    identity: { version: '0.0.0', instanceId: 'instance', mode: 'live', apiVersion: 1 },
    catalogSearch: undefined,
    feeds: unaskedFeeds(),
    generation: () => 0,
    keepsReady: true,
    access: { token, requireToken: false, apiKeys: [], ...access },
    allowHosts: [],
    allowOrigins: [],
    slowMs: 1_000,
    clock,
    shownTime: clock,
    ids: {
      requestId: () => 'r',
      instanceId: () => 'i',
      uuid: () => '00000000-0000-4000-8000-000000000000',
      orderName: () => '00000000-0000-4000-8000-000000000000',
      secret: () => 's',
    },
    log: silentLogger,
    secrets: createSecretSet(),
    readAsset: nothingBuilt,
    guide: srcGuide,
    trading: false,
    pageData: nothingToShow,
    status: () => ({}),
    metrics: () => '',
    listen: (makeListener) => listenOnAddress('127.0.0.1', 0, makeListener),
    ...own,
  })
  return {
    port: door.port,
    /** Ends it, and lets the time pass that it gives to calls that are under way. */
    async close(): Promise<void> {
      const closed = door.close()
      await clock.advance(1_000)
      await closed
    },
  }
}

/** A dispatcher whose calls go to `run`, and of which nothing else is asked. */
export function dispatcherOf(
  run: Dispatcher['run'] = async () => ({ data: 'answer', headers: {} }),
): Dispatcher {
  return {
    run,
    clusters: unasked,
    watch: unasked,
    resolveOrders: unasked,
    stopOrders: unasked,
    resumeOrders: unasked,
    resumeCancels: unasked,
    decideOrder: unasked,
    reconcileOrders: unasked,
  }
}
