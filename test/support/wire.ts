import type { VenueCall, Wire, WireReply } from '../../src/transport/call-types.js'

export type Answer = unknown | ((call: VenueCall) => unknown)

/** What a fake wire answers, by `METHOD host/path`. */
export type Answers = Readonly<Record<string, Answer>>

export interface FakeWire extends Wire {
  /** Every call that was sent, in order. */
  readonly calls: VenueCall[]
}

/**
 * A wire that answers from a table of `METHOD host/path` (query left out) to a JSON payload, a {@link raw} reply,
 * an error to throw, or a function of the call. A key that ends with `*` stands for all that begin with it. What is not
 * in the table is a failing test.
 */
export function fakeWire(answers: Answers): FakeWire {
  const calls: VenueCall[] = []
  return {
    calls,
    async send(call) {
      calls.push(call)
      const key = `${call.method} ${call.host}${call.path}`
      const found = Object.hasOwn(answers, key)
        ? key
        : Object.keys(answers).find((begin) => begin.endsWith('*') && key.startsWith(begin.slice(0, -1)))
      if (found === undefined) throw new Error(`unexpected venue call: ${key}`)
      const entry = answers[found]
      const answer = typeof entry === 'function' ? await (entry as (call: VenueCall) => unknown)(call) : entry
      if (answer instanceof Error) throw answer
      return isRaw(answer) ? answer.reply : json(200, answer).reply
    },
    async close() {},
  }
}

const rawMark = Symbol('raw reply')
interface RawReply {
  readonly [rawMark]: true
  readonly reply: WireReply
}

function isRaw(value: unknown): value is RawReply {
  return typeof value === 'object' && value !== null && rawMark in value
}

/** A reply with a status and JSON body. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RawReply {
  return raw(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
}

/** A reply as it stands on the wire. */
export function raw(status: number, text: string, headers: Readonly<Record<string, string>> = {}): RawReply {
  return { [rawMark]: true, reply: { status, text, headers } }
}

/** The query of a call as an object; repeated keys become lists. */
export function queryOf(call: VenueCall): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const [key, value] of call.query) {
    const known = query[key]
    query[key] = known === undefined ? value : [known, value].flat()
  }
  return query
}

/** What was sent, as `METHOD host/path`. */
export function sentTo(wire: FakeWire): string[] {
  return wire.calls.map((call) => `${call.method} ${call.host}${call.path}`)
}
