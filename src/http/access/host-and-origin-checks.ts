import { methodsAt, type ServedMethods, serverMethods } from './served-methods.js'

/**
 * Checks that run before anything else reads a request. Every web page that the user opens can send requests to a localhost port,
 * so access is decided from the raw request, by default.
 */

/** The parts of a request that are known when its head has arrived. */
export interface RequestHead {
  readonly method: string
  /** The request line's target, as sent. */
  readonly target: string
  /** Alternating names and values, as sent, so that duplicates are visible. */
  readonly rawHeaders: readonly string[]
}

export interface GuardPolicy {
  /** This daemon's Host header values, in lower case and with the port: `localhost:3847`. */
  readonly hosts: ReadonlySet<string>
  /** Origins of the daemon's own pages. */
  readonly ownOrigins: ReadonlySet<string>
  /** Configured origins of other sites. */
  readonly otherOrigins: ReadonlySet<string>
  readonly maxBodyBytes: number
}

export type GuardVerdict = { readonly ok: true } | ({ readonly ok: false } & GuardRefusal)

export interface GuardRefusal {
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
    | 'content_type'
    | 'content_encoding'
    | 'charset'
    | 'too_many_members'
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
/** Pages that hold no data and cannot be framed, so a link on another site may open them. */
const linkedPaths = /^\/(docs(\/[^?]*)?)?(\?|$)/
const pass: GuardVerdict = { ok: true }

/** Runs all guards in a single pass over the head. */
export function checkHead(head: RequestHead, policy: GuardPolicy): GuardVerdict {
  if (!head.target.startsWith('/') && !(head.target === '*' && head.method === 'OPTIONS')) {
    return refuse(
      421,
      'absolute_target',
      'The request line must contain a path, not a full address. The daemon is not a proxy.',
    )
  }
  const headers = pick(head.rawHeaders)
  return (
    checkHost(headers.host, policy.hosts) ??
    checkOrigin(head, headers, policy) ??
    checkMethod(head) ??
    checkBody(head.method, headers, policy.maxBodyBytes) ??
    pass
  )
}

interface PickedHeaders {
  readonly host: readonly string[]
  readonly origin: readonly string[]
  readonly fetchSite: readonly string[]
  readonly fetchMode: readonly string[]
  readonly fetchDest: readonly string[]
  readonly contentType: readonly string[]
  readonly contentLength: readonly string[]
  readonly transferEncoding: readonly string[]
}

function pick(rawHeaders: readonly string[]): PickedHeaders {
  const picked = {
    host: [] as string[],
    origin: [] as string[],
    fetchSite: [] as string[],
    fetchMode: [] as string[],
    fetchDest: [] as string[],
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
  // Only names of these lengths matter. The length is compared first because it is cheap.
  switch (name.length) {
    case 4:
      return name.toLowerCase() === 'host' ? picked.host : undefined
    case 6:
      return name.toLowerCase() === 'origin' ? picked.origin : undefined
    case 12:
      return name.toLowerCase() === 'content-type' ? picked.contentType : undefined
    case 14:
      return fourteen(picked, name.toLowerCase())
    case 17:
      return name.toLowerCase() === 'transfer-encoding' ? picked.transferEncoding : undefined
    default:
      return undefined
  }
}

function fourteen(picked: { [Name in keyof PickedHeaders]: string[] }, lower: string): string[] | undefined {
  switch (lower) {
    case 'sec-fetch-site':
      return picked.fetchSite
    case 'sec-fetch-mode':
      return picked.fetchMode
    case 'sec-fetch-dest':
      return picked.fetchDest
    case 'content-length':
      return picked.contentLength
    default:
      return undefined
  }
}

function checkHost(host: readonly string[], allowed: ReadonlySet<string>): GuardVerdict | undefined {
  const [only] = host
  if (only === undefined) return refuse(421, 'host_missing', 'The Host header is missing.')
  if (host.length > 1) return refuse(421, 'host_repeated', 'The Host header was sent more than once.')
  if (allowed.has(only.toLowerCase())) return undefined
  return refuse(
    421,
    'host_not_allowed',
    `Host '${clip(only)}' is not a name of this daemon. Its names are ${[...allowed].join(', ')} (security.allowHosts adds names).`,
  )
}

function checkOrigin(
  head: RequestHead,
  headers: PickedHeaders,
  policy: GuardPolicy,
): GuardVerdict | undefined {
  const origins = headers.origin.map((origin) => origin.toLowerCase())
  const stranger = origins.find(
    (origin) => !policy.ownOrigins.has(origin) && !policy.otherOrigins.has(origin),
  )
  if (stranger !== undefined) {
    return refuse(
      403,
      'origin_not_allowed',
      `Pages from '${clip(stranger)}' are not allowed to call this daemon (security.allowOrigins adds origins).`,
    )
  }
  const crossSite = headers.fetchSite.some((site) => site.toLowerCase() === 'cross-site')
  // Another site may call only with a configured origin. Without an Origin header the site is unknown.
  if (crossSite && !origins.some((origin) => policy.otherOrigins.has(origin)) && !isLink(head, headers)) {
    return refuse(
      403,
      'cross_site',
      'This request came from a page on another site, which may not call this daemon.',
    )
  }
  return undefined
}

/** Whether a browser opens one of the pages as a document of its own, from a link. */
function isLink({ method, target }: RequestHead, { fetchMode, fetchDest }: PickedHeaders): boolean {
  const isOnly = (values: readonly string[], word: string): boolean =>
    values.length === 1 && values[0]?.toLowerCase() === word
  const isNavigation = isOnly(fetchMode, 'navigate') && isOnly(fetchDest, 'document')
  return isNavigation && (method === 'GET' || method === 'HEAD') && linkedPaths.test(target)
}

function checkMethod({ method, target }: RequestHead): GuardVerdict | undefined {
  if (allowedMethods.has(method)) return undefined
  const served = methodsAt(target) ?? serverMethods
  if (served.some((each) => each === method)) return undefined
  return refuse(405, 'method_not_allowed', describeServedMethods(method, served))
}

/** Describes the methods of a path. */
export function describeServedMethods(method: string, served: ServedMethods): string {
  return `${clip(method)} is not supported here. Use ${served.filter((each) => each !== 'OPTIONS').join(' or ')}.`
}

function checkBody(method: string, headers: PickedHeaders, maxBytes: number): GuardVerdict | undefined {
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

/** The refusal of a body above the limit, which is detected before or during reading. */
export const tooLargeBody: GuardRefusal = {
  status: 413,
  reason: 'body_too_large',
  message: 'request entity too large',
}

/** The refusal of a body that is not declared as JSON. */
export const contentTypeRefusal: GuardRefusal = {
  status: 415,
  reason: 'content_type',
  message: 'The body was not read. Send content-type: application/json.',
}

/** Returns response headers that list the accepted values, for a refusal with this status and reason. */
export function describeAccepted(status: number, reason: unknown): Readonly<Record<string, string>> {
  if (status !== 415) return {}
  return reason === 'content_encoding' ? { 'accept-encoding': 'identity' } : { accept: 'application/json' }
}

/** Whether a content type names JSON. */
export function isJson(contentType: string | undefined): boolean {
  return /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType ?? '')
}

function refuse(
  status: GuardRefusal['status'],
  reason: GuardRefusal['reason'],
  message: string,
): GuardVerdict {
  return { ok: false, status, reason, message }
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/** Returns the Host header values for a port. Browsers omit the default HTTP port. */
export function hostsFor(names: readonly string[], port: number): Set<string> {
  const hosts = names.map((name) => `${name.toLowerCase()}:${port}`)
  return new Set(port === 80 ? [...hosts, ...names.map((name) => name.toLowerCase())] : hosts)
}

/** Returns the origins of pages that the daemon itself serves. */
export function originsFor(hosts: ReadonlySet<string>): Set<string> {
  return new Set([...hosts].map((host) => `http://${host}`))
}
