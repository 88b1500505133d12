import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { loadMockVenues } from '../../../src/simulator/mock-venues/registry.js'
import { contextOf } from './context.js'
import { isObject, type Row } from './json.js'
import type { Stage } from './stage.js'

/** The socket of a host at the instants of a stage: who may open it, and one conversation. */
export async function socketOf(venue: VenueId, stage: Stage, host = 'stream') {
  const socket = (await loadMockVenues([venue]))[0]?.hosts[host]?.socket
  if (socket === undefined) throw new Error(`${venue} has no socket at ${host}`)
  const context = () => contextOf(stage.world, stage.now, { paper: stage.paper, switches: stage.switches })
  const opening = (search: string) => ({
    method: 'GET',
    path: socket.path,
    search,
    body: undefined,
    headers: {},
  })
  return {
    path: socket.path,
    refusal: (search: string) => socket.refuse?.(opening(search), context()),
    open() {
      const talk = socket.open(context, opening(''))
      return {
        say: (frame: unknown): Row[] =>
          talk.hear(typeof frame === 'string' ? frame : JSON.stringify(frame)).map(row),
        /** What has come by then, epoch ms. */
        at(now: number): Row[] {
          stage.now = now
          return talk.tick().map(row)
        },
      }
    },
  }
}

function row(frame: string): Row {
  const parsed: unknown = JSON.parse(frame)
  if (!isObject(parsed)) throw new TypeError(`no object: ${frame}`)
  return parsed
}
