/** An answer as it goes on the wire, whoever made it: a face of the simulator or a recording. */
export interface Reply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  }
}

/** A plain text answer. */
export function textReply(body: string, status = 200): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

/** Leaves a handler early with an answer; the router turns it into that answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(readonly reply: Reply) {
    super(`refused with ${reply.status}`)
  }
}

/** What was looked for, where it was found. @throws the venue's answer where it was not */
export function orRefuse<Found>(found: Found | undefined, refusal: () => Error): Found {
  if (found === undefined) throw refusal()
  return found
}

/** What is asked for exists at the venue, but not at its demo; no venue answers 501, so that nobody mistakes it. */
export function notImplemented(what: string): Refusal {
  return new Refusal(json({ error: `not played by the demo venue: ${what}` }, 501))
}

/** The status with which something is refused; undefined where it is not. */
export function refusalOf(attempt: () => unknown): number | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.reply.status
    throw error
  }
}
