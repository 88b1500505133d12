/** A reply to send, from a mock venue or a recording. */
export interface Reply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Returns a JSON reply. */
export function toJsonReply(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  }
}

/** Returns a plain text reply. */
export function toTextReply(body: string, status = 200): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

/** Ends a handler early with a reply, which the router sends. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(readonly reply: Reply) {
    super(`refused with ${reply.status}`)
  }
}

/** Returns the value if it is defined. @throws the venue's error otherwise */
export function requireOrRefuse<Found>(found: Found | undefined, refusal: () => Error): Found {
  if (found === undefined) throw refusal()
  return found
}

/** Returns the error for a feature that the venue has, but the mock venue lacks; 501, which no venue returns. */
export function createNotImplemented(what: string): Refusal {
  return new Refusal(toJsonReply({ error: `not implemented by the mock venue: ${what}` }, 501))
}

/** Returns the status of a refusal, or undefined if the call succeeds. */
export function refusalOf(attempt: () => unknown): number | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.reply.status
    throw error
  }
}
