import { type ArgsOf, methodOf } from '../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { Position } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import { cacheScopeOf, type Handlers, type Job, MethodResult } from '../request/api-call.js'
import { createNotSupportedError } from '../request/not-supported-error.js'
import { createLongPolls, LONG_POLL_MS } from './long-poll.js'
import type { SocketWatches } from './socket-subscriptions.js'
import { createNoStreamsError, type StartWatch } from './subscriptions.js'

/** Interval at which the positions of an address are read while a call waits for a change, ms. */
const ADDRESS_EVERY_MS = 5_000
/** Maximum number of pairs of caller and address whose last response is remembered. */
const MAX_ADDRESSES = 500

/** Positions of an address at a given time. */
interface AddressSnapshot {
  readonly address: string
  /** Epoch ms. */
  readonly timestamp: number
  readonly positions: readonly Position[]
}

/**
 * Creates the watch methods as calls. Each call returns the updates since the same caller's last call, or the current
 * state after {@link LONG_POLL_MS}.
 */
export function createWatchHandlers(
  clock: Clock,
  startWatch: StartWatch | undefined,
  sockets: Pick<SocketWatches, 'end'>,
): Handlers {
  const polls = startWatch === undefined ? undefined : createLongPolls(clock, startWatch)
  const pollsFor = ({ venue }: Job) => {
    if (polls === undefined) throw createNoStreamsError(venue.id)
    return polls
  }
  const addresses = createLru<string>(MAX_ADDRESSES)

  async function watchAddress([address, types]: ArgsOf<'watchAddress'>, job: Job): Promise<MethodResult> {
    const { venue, ctx } = job
    const source = venue.account?.positionsOf
    if (source === undefined) throw createNotSupportedError(methodOf.watchAddress, venue.id)
    if (polls === undefined) throw createNoStreamsError(venue.id)
    assertPositionsOnly(types)
    const begunAt = clock.monotonic()
    const key = addressKey(job, address)
    const before = addresses.get(key)
    for (;;) {
      const positions = await source(address, ctx)
      const text = JSON.stringify(positions)
      const leftMs = begunAt + LONG_POLL_MS - clock.monotonic()
      if (text !== before || leftMs < ADDRESS_EVERY_MS) {
        addresses.set(key, text)
        const told: AddressSnapshot = { address, timestamp: Math.round(clock.now()), positions }
        return new MethodResult(told, { [pmxHeaders.watch]: 'polled' })
      }
      await clock.sleep(ADDRESS_EVERY_MS, ctx.signal)
    }
  }

  return {
    watchOrderBook: async (args, job) => {
      const { data, headers } = await pollsFor(job).one(methodOf.watchBook, args, job)
      return new MethodResult(data, headers)
    },
    watchOrderBooks: async (args, job) => {
      const { data, headers } = await pollsFor(job).many(methodOf.watchBooks, args, job)
      return new MethodResult(data, headers)
    },
    watchTrades: async (args, job) => {
      const { data, headers } = await pollsFor(job).trades(methodOf.watchTrades, args, job)
      return new MethodResult(data, headers)
    },
    watchOrders: async (args, job) => {
      const { data, headers } = await pollsFor(job).own(methodOf.watchOrders, args, job)
      return new MethodResult(data, headers)
    },
    watchMyTrades: async (args, job) => {
      const { data, headers } = await pollsFor(job).own(methodOf.watchMyTrades, args, job)
      return new MethodResult(data, headers)
    },
    watchPositions: async (args, job) => {
      const { data, headers } = await pollsFor(job).own(methodOf.watchPositions, args, job)
      return new MethodResult(data, headers)
    },
    unwatchOrderBook: async ([outcomeId], job) => {
      if (job.venue.book === undefined) throw createNotSupportedError(methodOf.unwatchBook, job.venue.id)
      pollsFor(job).stop(outcomeId, job)
      sockets.end({ scope: cacheScopeOf(job.venue, job.ctx), client: job.ctx.caller.client, outcomeId })
      return null
    },
    watchAddress,
    unwatchAddress: async ([address], job) => {
      if (job.venue.account?.positionsOf === undefined)
        throw createNotSupportedError(methodOf.unwatchAddress, job.venue.id)
      pollsFor(job)
      addresses.delete(addressKey(job, address))
      return null
    },
  }
}

function addressKey(job: Job, address: string): string {
  return `${job.ctx.caller.client} ${cacheScopeOf(job.venue, job.ctx)} ${address}`
}

/** @throws NOT_SUPPORTED for types that no venue shows of a public address here, VALIDATION_ERROR for unknown types */
function assertPositionsOnly(types: readonly unknown[] | undefined): void {
  for (const type of types ?? []) {
    if (type === 'positions') continue
    if (type !== 'trades' && type !== 'balances')
      throw createValidationError('types', "types are 'trades', 'positions' and 'balances'")
    throw new PmxError(
      'NOT_SUPPORTED',
      `The ${type} of an address cannot be watched here. Its positions can.`,
    )
  }
}
