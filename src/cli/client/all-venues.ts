import { setTimeout as wait } from 'node:timers/promises'
import type { MethodName } from '../../api/arguments/methods.js'
import { venueIds } from '../../api/envelope/venue-ids.js'
import type { Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'
import type { ApiCaller, ApiReply } from './caller.js'
import { shapes } from './response-shapes.js'

const RETRY_MS = 250

/** Calls a method that covers all venues. While the first lists are being read, it repeats the call as the response suggests. */
export function callAllVenues(
  caller: ApiCaller,
  method: MethodName,
  args: readonly unknown[],
  output: Output,
): Promise<ApiReply> {
  let left: number = venueIds.length
  return withProgress(
    output,
    () => `loading the market lists of ${left} venues`,
    () => caller.venueCalls(),
    async () => {
      for (;;) {
        const reply = await caller.call('router', method, args)
        const venues = stillReading(reply)
        if (venues === undefined) return reply
        left = venues
        // Timers of the clock do not prevent the process from exiting, and nothing else does between two calls.
        await wait(RETRY_MS)
      }
    },
  )
}

/** The number of venues whose lists are being read for the first time, or undefined for any other response. */
function stillReading(reply: ApiReply): number | undefined {
  if (reply.status !== 503) return undefined
  const told = shapes.firstLists.safeParse(reply.body)
  if (!told.success) return undefined
  const { detail } = told.data.error
  if (detail.kind === 'still_reading') return venueIds.length
  if (detail.venues === undefined) return undefined
  return Object.values(detail.venues).filter(({ reading }) => reading !== undefined).length
}
