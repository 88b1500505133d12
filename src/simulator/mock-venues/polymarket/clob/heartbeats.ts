import { hashText } from '../../../../effects/random.js'
import { type Reply, toJsonReply } from '../../../http/reply.js'
import { bodyMemberOf } from '../../../mock-kit/body.js'
import { type MockCall, type Route, route } from '../../../mock-kit/mock-venue.js'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import { uuidOf } from '../../../world/common/hash.js'
import { ownOf } from './account.js'
import { createInvalidPayload } from './errors.js'

/**
 * The heartbeat route. A client that has sent a heartbeat must continue, or all of its orders are canceled
 * (documentation: heartbeat page).
 */
export const heartbeatRoutes: readonly Route[] = [route('POST', '/v1/heartbeats', beat)]

/** Maximum time between heartbeats; the venue cancels up to 5 s later. */
const SILENCE_MS = 10_000

interface Beat {
  readonly id: string
  readonly count: number
}

const beats: NotesOf<Beat> = { name: 'polymarket heartbeats' }

/** Expects the last returned id, initially an empty one; for any other id the response contains the correct one. */
function beat(call: MockCall): Reply {
  const { account, apiKey } = ownOf(call)
  const sent = bodyMemberOf(call.request, 'heartbeat_id') ?? ''
  if (typeof sent !== 'string') throw createInvalidPayload()
  const notes = call.paper.notes(beats)
  const { id, count } = notes.get(apiKey, '') ?? { id: '', count: 0 }
  if (sent !== id) return toJsonReply({ error_msg: 'Invalid Heartbeat ID', heartbeat_id: id }, 400)
  const next = { id: uuidOf(hashText(`beat ${apiKey} ${count}`)), count: count + 1 }
  notes.set(apiKey, '', next)
  account.cancelAllAt(call.now + SILENCE_MS)
  return toJsonReply({ heartbeat_id: next.id })
}
