/**
 * Decisions about a request before anything else sees it. A localhost port can be reached by every web page the user
 * opens, so who may talk is decided from the raw request, on by default.
 */

/** What is known of a request when its head has arrived. */
export interface RequestHead {
  readonly method: string
  /** The request line's target as sent. */
  readonly target: string
  /** Names and values in turn, as sent: duplicates must be seen. */
  readonly rawHeaders: readonly string[]
}

export interface GuardPolicy {
  /** Host header values that mean us, lower case, with the port: `localhost:3847`. */
  readonly hosts: ReadonlySet<string>
  /** Origins of our own page. */
  readonly ownOrigins: ReadonlySet<string>
  /** Configured origins of other sites. */
  readonly otherOrigins: ReadonlySet<string>
  readonly maxBodyBytes: number
}

export type Verdict = { readonly ok: true } | ({ readonly ok: false } & Refusal)

export interface Refusal {
  readonly status: 400 | 403 | 405 | 408 | 413 | 415 | 417 | 421 | 429 | 431
  readonly reason:
    | 'absolute_target'
    | 'host_missing'
    | 'host_repeated'
    | 'host_not_allowed'
    | 'origin_not_allowed'
    | 'cross_site'
    | 'method_not_allowed'
    | 'body_too_large'
    | 'browser_content_type'
    | 'expectation'
    | 'head_too_large'
    | 'malformed'
    | 'too_slow'
    | 'too_many_connections'
    | 'too_many_unread'
    | 'too_many_waiting'
  readonly message: string
}

const allowedMethods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
const pass: Verdict = { ok: true }

/** All guards in one pass over the head. */
export function checkHead(head: RequestHead, policy: GuardPolicy): Verdict {
  if (!head.target.startsWith('/')) {
    return refuse(
      421,
      'absolute_target',
      'The request line must hold a path, not an address: this is no proxy.',
    )
  }
  const headers = pick(head.rawHeaders)
  return (
    checkHost(headers.host, policy.hosts) ??
    checkOrigin(headers, policy) ??
    checkMethod(head.method) ??
    checkBody(head.method, headers, policy.maxBodyBytes) ??
    pass
  )
}

interface PickedHeaders {
  readonly host: readonly string[]
  readonly origin: readonly string[]
  readonly fetchSite: readonly string[]
  readonly contentType: readonly string[]
  readonly contentLength: readonly string[]
  readonly transferEncoding: readonly string[]
}

function pick(rawHeaders: readonly string[]): PickedHeaders {
  const picked = {
    host: [] as string[],
    origin: [] as string[],
    fetchSite: [] as string[],
    contentType: [] as string[],
    contentLength: [] as string[],
    transferEncoding: [] as string[],
  }
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const list = listFor(picked, rawHeaders[index] ?? '')
    list?.push(rawHeaders[index + 1] ?? '')
  }
  return picked
}

function listFor(picked: { [Name in keyof PickedHeaders]: string[] }, name: string): string[] | undefined {
  // Only names of these lengths matter; comparing lengths first keeps the common header cheap.
  switch (name.length) {
    case 4:
      return name.toLowerCase() === 'host' ? picked.host : undefined
    case 6:
      return name.toLowerCase() === 'origin' ? picked.origin : undefined
    case 12:
      return name.toLowerCase() === 'content-type' ? picked.contentType : undefined
    case 14: {
      const lower = name.toLowerCase()
      return lower === 'sec-fetch-site'
        ? picked.fetchSite
        : lower === 'content-length'
          ? picked.contentLength
          : undefined
    }
    case 17:
      return name.toLowerCase() === 'transfer-encoding' ? picked.transferEncoding : undefined
    default:
      return undefined
  }
}

function checkHost(host: readonly string[], allowed: ReadonlySet<string>): Verdict | undefined {
  const [only] = host
  if (only === undefined) return refuse(421, 'host_missing', 'The Host header is missing.')
  if (host.length > 1) return refuse(421, 'host_repeated', 'The Host header came more than once.')
  if (allowed.has(only.toLowerCase())) return undefined
  return refuse(
    421,
    'host_not_allowed',
    `Host '${clip(only)}' is not this daemon; it answers as ${[...allowed].join(', ')} (security.allowHosts adds names).`,
  )
}

function checkOrigin(headers: PickedHeaders, policy: GuardPolicy): Verdict | undefined {
  const origins = headers.origin.map((origin) => origin.toLowerCase())
  const stranger = origins.find(
    (origin) => !policy.ownOrigins.has(origin) && !policy.otherOrigins.has(origin),
  )
  if (stranger !== undefined) {
    return refuse(
      403,
      'origin_not_allowed',
      `Pages of '${clip(stranger)}' may not call this daemon (security.allowOrigins adds origins).`,
    )
  }
  const crossSite = headers.fetchSite.some((site) => site.toLowerCase() === 'cross-site')
  // Only a configured origin is another site that may call; without an Origin the site behind it is unknown.
  if (crossSite && !origins.some((origin) => policy.otherOrigins.has(origin))) {
    return refuse(403, 'cross_site', 'A page of another site sent this request.')
  }
  return undefined
}

function checkMethod(method: string): Verdict | undefined {
  if (allowedMethods.has(method)) return undefined
  return refuse(405, 'method_not_allowed', `${clip(method)} is not used here; GET and POST are.`)
}

function checkBody(method: string, headers: PickedHeaders, maxBytes: number): Verdict | undefined {
  if (method !== 'POST') return undefined
  const length = headers.contentLength[0]
  if (Number(length) > maxBytes) return { ok: false, ...tooLargeBody }
  const hasBody = (length !== undefined && length !== '0') || headers.transferEncoding.length > 0
  const fromBrowser = headers.origin.length > 0 || headers.fetchSite.length > 0
  if (hasBody && fromBrowser && !isJson(headers.contentType[0])) {
    return refuse(415, 'browser_content_type', 'A page must send its body as application/json.')
  }
  return undefined
}

/** The refusal of a body above the limit, found before or while it is read. */
export const tooLargeBody: Refusal = {
  status: 413,
  reason: 'body_too_large',
  message: 'request entity too large',
}

/** Whether a content type names JSON. */
export function isJson(contentType: string | undefined): boolean {
  return /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType ?? '')
}

function refuse(status: Refusal['status'], reason: Refusal['reason'], message: string): Verdict {
  return { ok: false, status, reason, message }
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/** Host header values for a port: with the default HTTP port the browser leaves it out. */
export function hostsFor(names: readonly string[], port: number): Set<string> {
  const hosts = names.map((name) => `${name.toLowerCase()}:${port}`)
  return new Set(port === 80 ? [...hosts, ...names.map((name) => name.toLowerCase())] : hosts)
}

/** Origins of pages that the daemon itself serves. */
export function originsFor(hosts: ReadonlySet<string>): Set<string> {
  return new Set([...hosts].map((host) => `http://${host}`))
}
