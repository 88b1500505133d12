/** Requests to the daemon that served the page. The token is stored for this tab only, and is never part of an address. */

const TOKEN_KEY = 'pmx-local token'

/** A failed request, with the daemon's message. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly detail: Readonly<Record<string, unknown>> = {},
    /** Seconds after which a retry may help. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }

  /** Whether the daemon needs a token. */
  get wantsToken(): boolean {
    return this.detail['kind'] === 'daemon_access'
  }
}

export interface FetchResult<Data> {
  readonly data: Data
  readonly headers: Headers
}

export function readStoredToken(): string | undefined {
  return sessionStorage.getItem(TOKEN_KEY) ?? undefined
}

export function storeToken(token: string): void {
  if (token === '') sessionStorage.removeItem(TOKEN_KEY)
  else sessionStorage.setItem(TOKEN_KEY, token)
}

interface Asked {
  readonly signal?: AbortSignal
  /** Turns the request into a POST. */
  readonly args?: readonly unknown[]
}

/**
 * Fetches plain JSON from the daemon.
 * @throws Refused
 */
export async function fetchPlain<Data>(
  target: string,
  { signal, args }: Asked = {},
): Promise<FetchResult<Data>> {
  const token = readStoredToken()
  const headers = {
    accept: 'application/json',
    // The token may be the daemon's or a key. The header of the other kind has no effect.
    ...(token === undefined ? {} : { 'x-pmxt-access-token': token, authorization: `Bearer ${token}` }),
    ...(args === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const reply = await fetch(target, {
    headers,
    credentials: 'omit',
    ...(signal === undefined ? {} : { signal }),
    ...(args === undefined ? {} : { method: 'POST', body: JSON.stringify({ args }) }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error
    throw new Refused(0, 'UNREACHABLE', 'No response from the daemon. It may have been stopped.')
  })
  const body: unknown = await reply.json().catch(() => undefined)
  if (!reply.ok) throw refusedBy(reply.status, body)
  return { data: body as Data, headers: reply.headers }
}

/** Fetches the `data` of a venue method or a `/v0` route. @throws Refused */
export async function fetchData<Data>(target: string, asked?: Asked): Promise<FetchResult<Data>> {
  const { data, headers } = await fetchPlain<{ readonly data: Data }>(target, asked)
  return { data: data.data, headers }
}

function refusedBy(status: number, body: unknown): Refused {
  const error = memberOf(body, 'error')
  const text = (name: string): string | undefined => {
    const value = memberOf(error, name)
    return typeof value === 'string' ? value : undefined
  }
  const detail = memberOf(error, 'detail')
  const retryAfter = memberOf(error, 'retryAfter')
  return new Refused(
    status,
    text('code') ?? `HTTP ${status}`,
    text('message') ?? 'The daemon refused the request without a message.',
    typeof detail === 'object' && detail !== null ? { ...detail } : {},
    typeof retryAfter === 'number' ? retryAfter : undefined,
  )
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
