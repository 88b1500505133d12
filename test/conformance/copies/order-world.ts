import { readArguments } from '../../../src/api/arguments/arguments.js'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { loadConfig } from '../../../src/config/load.js'
import { ReadyJson } from '../../../src/core/request/api-call.js'
import { type Core, createCore } from '../../../src/daemon/compose-core.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { TradingLimits } from '../../../src/orders/trading-limits.js'
import type { Wire } from '../../../src/transport/call-types.js'
import { present } from '../../support/expect.js'
import { openedWorld } from '../../support/worlds.js'
import { openAccount } from '../books/accounts.js'
import { startMockVenue } from '../books/exchange.js'
import { tradedMarketsOf } from '../books/markets.js'

interface OpenOptions {
  readonly orderFile?: string
  readonly limits?: Partial<Omit<TradingLimits, 'venues'>>
  /** Changes what the network does. */
  readonly changeWire?: (wire: Wire) => Wire
}

/** A mock venue with an account, and cores that trade there as processes of their own. */
export async function openOrderWorld(venue: VenueId, number = 77) {
  const { clock, wire, simulator } = await startMockVenue(venue)
  const credentials = openAccount(venue, number)
  const market = present((await tradedMarketsOf(venue)).lasting[0])
  const config = loadConfig({ flags: {}, environment: {} })
  const cores: Core[] = []

  async function open({ orderFile, limits, changeWire }: OpenOptions = {}) {
    const core = await createCore({
      config: { ...config, trading: { ...config.trading, ...limits } },
      effects: { clock, random: () => 0, ids: createSystemIds() },
      log: silentLogger,
      world: { ...openedWorld(simulator.urls), paper: simulator.paper },
      candleFile: undefined,
      orderFile,
      wire: changeWire?.(wire) ?? wire,
    })
    cores.push(core)
    const ask = async (method: MethodName, raw: readonly unknown[]): Promise<unknown> => {
      const call = { venue, signal: new AbortController().signal, credentials, trusted: true }
      const { args } = readArguments(method, raw, venue)
      const { data } = await core.dispatcher.run(method, args, call)
      return data instanceof ReadyJson ? JSON.parse(data.text) : data
    }
    return {
      ask,
      /** What the caller of an order is told about it: `placed`, the code of its refusal, or `unknown`. */
      codeOf: (method: MethodName, raw: readonly unknown[]): Promise<{ readonly state: unknown }> =>
        ask(method, raw).then(
          () => ({ state: 'placed' }),
          (error: unknown) => {
            if (!(error instanceof PmxError)) throw error
            return { state: error.detail?.['state'] ?? error.code }
          },
        ),
    }
  }

  return {
    clock,
    market,
    open,
    async close() {
      for (const core of cores) await core.close()
      await simulator.close()
    },
  }
}
