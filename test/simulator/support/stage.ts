import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { createSeededRandom } from '../../../src/effects/random.js'
import type { Reply } from '../../../src/simulator/http/reply.js'
import type { MockVenue } from '../../../src/simulator/mock-kit/mock-venue.js'
import { createSwitches, type Switches } from '../../../src/simulator/mock-kit/venue-switches.js'
import { loadMockVenues } from '../../../src/simulator/mock-venues/registry.js'
import type { PaperTrading } from '../../../src/simulator/paper-trading/exchange.js'
import { createPaperTrading } from '../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../src/simulator/server/router.js'
import type { Rhythm } from '../../../src/simulator/world/common/types.js'
import { createWorld, type SimulatedWorld } from '../../../src/simulator/world/world.js'

export const NOON = Date.UTC(2026, 10, 21, 12, 3, 20)
export const SEED = 7

/** A face without sockets: what it would answer at an instant. */
export interface Stage {
  readonly world: SimulatedWorld
  readonly switches: Switches
  readonly paper: PaperTrading
  now: number
  /** Whole answer to a request; `target` is path with query below the host's root. */
  ask(
    host: string,
    method: string,
    target: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Reply
  /** Parsed body of a GET that must succeed. */
  get(host: string, target: string): unknown
  post(host: string, target: string, body: unknown): unknown
  /** Status and parsed body of a GET that may fail. */
  probe(host: string, target: string): { readonly status: number; readonly body: unknown }
}

export async function createStage(
  venue: VenueId,
  { seed = SEED, now = NOON, rhythm = 'natural' }: { seed?: number; now?: number; rhythm?: Rhythm } = {},
): Promise<Stage> {
  const face: MockVenue | undefined = (await loadMockVenues([venue]))[0]
  if (face === undefined) throw new Error(`no face for ${venue}`)
  const world = createWorld({ seed, rhythm, prices: 'shared' })
  const switches = createSwitches()
  const random = createSeededRandom(seed)
  const stage: Stage = {
    world,
    paper: createPaperTrading(world),
    switches,
    now,
    ask(hostName, method, target, body, headers = {}) {
      const host = face.hosts[hostName]
      if (host === undefined) throw new Error(`${venue} has no host ${hostName}`)
      const [path = '/', search = ''] = target.split('?')
      return answer(
        host,
        { method, path, search, headers, body },
        { world, paper: stage.paper, now: stage.now, switches, random },
      )
    },
    get: (host, target) => succeeded(stage.ask(host, 'GET', target), target),
    post: (host, target, body) => succeeded(stage.ask(host, 'POST', target, body), target),
    probe(host, target) {
      const reply = stage.ask(host, 'GET', target)
      const body: unknown = JSON.parse(reply.body)
      return { status: reply.status, body }
    },
  }
  return stage
}

function succeeded(reply: Reply, target: string): unknown {
  if (reply.status !== 200) throw new Error(`${target} answered ${reply.status}: ${reply.body.slice(0, 300)}`)
  return JSON.parse(reply.body)
}

/** What a query string says, from an object. */
export function target(path: string, query: Readonly<Record<string, string | number | boolean>>): string {
  const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])
  return `${path}?${new URLSearchParams(pairs).toString()}`
}
