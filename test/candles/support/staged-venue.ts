import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { createSeededRandom } from '../../../src/effects/random.js'
import type { MockHost, MockVenue } from '../../../src/simulator/mock-kit/mock-venue.js'
import { loadMockVenues } from '../../../src/simulator/mock-venues/registry.js'
import { answer } from '../../../src/simulator/server/router.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import { callKey, type VenueCall, type Wire } from '../../../src/transport/call-types.js'
import { contextOf } from '../../simulator/support/context.js'
import type { FakeClock } from '../../support/clock.js'

/** A reply on its way from a venue to its adapter. */
export interface Heard {
  /** Host and pattern of the route, such as `api /markets/:ticker`; with the type of a body that has one. */
  readonly route: string
  readonly call: string
  readonly json: unknown
}

/** A long list that is cut short, as if the venue had fewer rows, so that a test can read it a thousand times. */
export interface Shortening {
  readonly route: string
  /** Where the list lies: member names, `*` for every element; '' for a payload that is a list. */
  readonly list: string
  /** So many of the first rows are kept; of the last ones when negative. */
  readonly keep: number
  /** Where the venue counts the rows. */
  readonly count?: string
  /** Where the venue says that more follow. */
  readonly more?: string
}

/** A venue's simulator face behind the transport's seam, without sockets. */
export interface StagedVenue {
  readonly wire: Wire
  /** Told of every reply as the venue made it. */
  hear: ((heard: Heard) => void) | undefined
  /** The JSON that is delivered in place of a reply's own; undefined leaves it as it is. */
  tamper: ((heard: Heard) => unknown) | undefined
}

interface Said {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
  readonly text: string
}

/** Asked by every stage: what it has worked out once is at hand for all. */
const world = createWorld({ seed: 7, rhythm: 'metronome' })

/** Plays a venue with a trade a minute at the clock's time. What it said to a call at an instant it says again. */
export async function stageVenue(
  id: VenueId,
  clock: FakeClock,
  shortenings: readonly Shortening[],
): Promise<StagedVenue> {
  const [face] = await loadMockVenues([id])
  if (face === undefined) throw new Error(`${id} has no face`)
  const context = contextOf(world, 0, { random: createSeededRandom(7) })
  const said = new Map<string, Said>()

  function ask(face: MockVenue, call: VenueCall, route: string): Said {
    const key = `${clock.now()} ${callKey(call)}`
    const known = said.get(key)
    if (known !== undefined) return known
    const reply = answer(hostOf(face, call), requestOf(face, call), { ...context, now: clock.now() })
    const json = shortenings
      .filter((one) => one.route === route)
      .reduce(shorten, JSON.parse(reply.body) as unknown)
    const made = { status: reply.status, headers: reply.headers, json, text: JSON.stringify(json) }
    said.set(key, made)
    return made
  }

  const staged: StagedVenue = {
    wire: {
      async send(call) {
        const route = routeOf(face, call)
        const { json, text, ...head } = ask(face, call, route)
        const heard = { route, call: callKey(call), json }
        staged.hear?.(heard)
        const changed = staged.tamper?.(heard)
        return { ...head, text: changed === undefined ? text : JSON.stringify(changed) }
      },
      async close() {},
    },
    hear: undefined,
    tamper: undefined,
  }
  return staged
}

function hostOf(face: MockVenue, call: VenueCall): MockHost {
  const host = face.hosts[call.host]
  if (host === undefined) throw new Error(`${face.venue} has no host ${call.host}`)
  return host
}

function requestOf(face: MockVenue, call: VenueCall) {
  const headers = Object.entries({ ...call.headers, ...call.secretHeaders })
  return {
    method: call.method,
    path: hostOf(face, call).prefix + call.path,
    search: new URLSearchParams(
      call.query.map(([name, value]): [string, string] => [name, value]),
    ).toString(),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: call.body,
  }
}

function routeOf(face: MockVenue, call: VenueCall): string {
  const host = hostOf(face, call)
  const given = `${host.prefix}${call.path}`.split('/').slice(1)
  const found = host.routes.find(
    ({ method, segments }) =>
      method === call.method &&
      segments.length === given.length &&
      segments.every((wanted, index) => wanted.startsWith(':') || wanted === given[index]),
  )
  const pattern = `/${(found?.segments ?? given).join('/')}`.slice(host.prefix.length)
  const type: unknown = Object(call.body).type
  return `${call.host} ${pattern}${typeof type === 'string' ? ` ${type}` : ''}`
}

function shorten(json: unknown, { list, keep, count, more }: Shortening): unknown {
  const root: Record<string, unknown> = { '': json }
  const inRoot = (path: string) => (path === '' ? [''] : ['', ...path.split('.')])
  let kept = 0
  visit(root, inRoot(list), (parent, name) => {
    const rows: unknown = parent[name]
    if (!Array.isArray(rows)) return
    parent[name] = keep < 0 ? rows.slice(keep) : rows.slice(0, keep)
    kept += Math.min(rows.length, Math.abs(keep))
  })
  const set = (path: string, value: unknown) =>
    visit(root, inRoot(path), (parent, name) => {
      parent[name] = value
    })
  if (count !== undefined) set(count, kept)
  if (more !== undefined) set(more, false)
  return root['']
}

function visit(
  node: unknown,
  [head = '', ...rest]: readonly string[],
  see: (parent: Record<string, unknown>, name: string) => void,
): void {
  if (typeof node !== 'object' || node === null) return
  const members = node as Record<string, unknown>
  for (const name of head === '*' ? Object.keys(members) : [head]) {
    if (rest.length > 0) visit(members[name], rest, see)
    else if (Object.hasOwn(members, name)) see(members, name)
  }
}
