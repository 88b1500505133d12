import { decodeBase58 } from '../../../src/api/values/base58.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { baozi } from '../../../src/venues/baozi/index.js'
import { fakeClock } from '../../support/clock.js'
import { now, venueContext } from '../../support/venue.js'
import { type Answer, fakeWire } from '../../support/wire.js'
import { discriminator, inContext, result, type row } from './payloads.js'

interface Asked {
  readonly method: string
  readonly params: readonly unknown[]
}

function askedIn({ body }: VenueCall): Asked {
  const { method, params } = Object(body)
  return { method, params }
}

type Rows = readonly ReturnType<typeof row>[]

/** The memory comparisons of a scan. */
function filtersOf(params: readonly unknown[]): { readonly offset: number; readonly bytes: Buffer }[] {
  return [...Object(params[1]).filters].map(({ memcmp }) => ({
    offset: memcmp.offset,
    bytes: Buffer.from(decodeBase58(memcmp.bytes) ?? []),
  }))
}

function answer(rows: Rows, { method, params }: Asked): unknown {
  const at = (address: unknown) => rows.find(({ pubkey }) => pubkey === address)?.account ?? null
  switch (method) {
    case 'getProgramAccounts': {
      const filters = filtersOf(params)
      const passes = ({ account }: Rows[number]) => {
        const data = Buffer.from(account.data[0] ?? '', 'base64')
        return filters.every(({ offset, bytes }) =>
          data.subarray(offset, offset + bytes.length).equals(bytes),
        )
      }
      return result(rows.filter(passes))
    }
    case 'getAccountInfo':
      return inContext(at(params[0]))
    case 'getMultipleAccounts':
      return inContext([...Object(params[0])].map(at))
    default:
      throw new Error(`unexpected read: ${method}`)
  }
}

/** A node that holds these accounts; `twist` answers in its place where it does. */
export function nodeWith(rows: Rows, twist: (asked: Asked) => Answer | undefined = () => undefined) {
  const wire = fakeWire({
    'POST rpc': (call: VenueCall) => twist(askedIn(call)) ?? answer(rows, askedIn(call)),
  })
  const clock = fakeClock(now)
  const asked = (): string[] =>
    wire.calls.map((call) => {
      const { method, params } = askedIn(call)
      const [kind, ...more] = method === 'getProgramAccounts' ? filtersOf(params) : []
      return [method, kind === undefined ? '' : nameOf(kind.bytes), ...more.map(() => 'filtered')]
        .join(' ')
        .trim()
    })
  return { wire, clock, asked, ctx: venueContext(baozi, wire, clock) }
}

function nameOf(bytes: Buffer): string {
  const names = ['Market', 'RaceMarket', 'UserPosition', 'RacePosition']
  return names.find((name) => discriminator(name).equals(bytes)) ?? 'another'
}
