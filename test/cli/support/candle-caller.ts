import { successTextOf, toFailure } from '../../../src/api/envelope/envelope.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { ApiCaller } from '../../../src/cli/client/caller.js'
import { ReadyJson } from '../../../src/core/request/api-call.js'
import { coreOver } from '../../core/fake-venue.js'
import { type CandleWorldOptions, candleWorld } from '../../support/candle-world.js'
import { fakeClock } from '../../support/clock.js'

/** A caller over the core and a venue that counts what it is asked. @param now where the clock begins, epoch ms */
export function callerOverCandles({ now, ...options }: { now: number } & Omit<CandleWorldOptions, 'clock'>) {
  const clock = fakeClock(now)
  const world = candleWorld({ clock, ...options })
  const core = coreOver(world.venue, { clock })
  const priorities: unknown[] = []
  const caller: ApiCaller = {
    where: 'here',
    venueCalls: () => undefined,
    lists: async () => [],
    watch: async () => undefined,
    storeTrouble: async () => undefined,
    close: async () => undefined,
    async call(venue, method, args, { priority = 'interactive' } = {}) {
      priorities.push(priority)
      try {
        const { data, headers } = await core.answer(method, args, { venue, call: { priority } })
        const text = data instanceof ReadyJson ? successTextOf(data.text) : 'no candles'
        return { status: 200, headers, body: JSON.parse(text) }
      } catch (error) {
        if (!(error instanceof PmxError)) throw error
        const { status, body } = toFailure(error)
        return { status, headers: {}, body }
      }
    },
  }
  return { clock, world, caller, priorities }
}
