import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { messageOf } from '../api/envelope/errors.js'
import { leaveOnAbort } from '../policy/abort.js'
import type { VenueCall, Wire, WireOptions, WireReply } from './call-types.js'
import { isSuccess, WireError } from './errors.js'
import { isLoopback, type ProxyUse } from './proxy.js'

const MAX_REDIRECTS = 3
/** Time limit of a proxy's CONNECT, ms. */
const PROXY_PATIENCE_MS = 10_000
const redirectStatuses = new Set([301, 302, 307, 308])

export interface LiveWireOptions {
  /** Sent with every call, because some venues refuse unnamed clients. */
  readonly userAgent: string
  mayFollow(from: URL, to: URL): boolean
}

/** Loads undici, which is CommonJS: inside the bundle its import has only the default export. */
async function loadUndici() {
  return (await import('undici')).default
}

/**
 * Creates the client that calls venues over the network. undici is loaded at the first call, because it is the most
 * expensive import.
 */
export function createLiveWire(options: LiveWireOptions): Wire {
  const agents = new Map<string, Promise<Dispatcher>>()

  /** Returns a proxy's agent, or the one for direct calls. A loopback address never uses a proxy. */
  function agentFor(url: URL, proxy: ProxyUse | undefined): Promise<Dispatcher> {
    const via = proxy === undefined || isLoopback(url.hostname) ? undefined : proxy.address
    const key = via ?? ''
    const known = agents.get(key)
    if (known !== undefined) return known
    const made = loadUndici().then(({ Agent, ProxyAgent }) =>
      via === undefined
        ? new Agent({ connections: 16, pipelining: 1 })
        : new ProxyAgent({ uri: via, headersTimeout: PROXY_PATIENCE_MS }),
    )
    agents.set(key, made)
    // A failure may be temporary, such as a file that could not be opened.
    made.catch(() => agents.delete(key))
    return made
  }

  async function openAgent(url: URL, proxy: ProxyUse | undefined): Promise<Dispatcher> {
    try {
      return await agentFor(url, proxy)
    } catch (error) {
      const why = messageOf(error)
      throw new WireError('other', `Cannot connect to ${url.host}${throughProxy(proxy)}: ${why}.`, {
        cause: error,
      })
    }
  }

  async function sendOnce(call: VenueCall, url: URL, wireOptions: WireOptions): Promise<WireReply> {
    const dispatcher = await openAgent(url, wireOptions.proxy)
    const { request } = await loadUndici()
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': options.userAgent,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
      ...call.secretHeaders,
    }
    const body = call.body === undefined ? null : JSON.stringify(call.body)
    try {
      const answer = request(url, {
        dispatcher,
        method: call.method as Dispatcher.HttpMethod,
        headers,
        body,
        signal: wireOptions.signal,
        headersTimeout: wireOptions.timeoutMs,
        bodyTimeout: wireOptions.timeoutMs,
      })
      // The wait for a connection does not observe a signal.
      const reply = await leaveOnAbort(answer, wireOptions.signal)
      const replyHeaders = flatHeaders(reply.headers)
      const bytes = await readBytes(reply.body, wireOptions.maxBytes)
      const plain = await decode(bytes, replyHeaders['content-encoding'], wireOptions.maxBytes)
      const told = { status: reply.statusCode, headers: replyHeaders }
      const isUnread = wireOptions.unread === true && looksLikeData(reply.statusCode, plain)
      return isUnread ? { ...told, text: '', bytes: plain } : { ...told, text: textOf(plain) }
    } catch (error) {
      if (wireOptions.signal.aborted) throw wireOptions.signal.reason
      throw toWireError(error, url, isLoopback(url.hostname) ? undefined : wireOptions.proxy)
    }
  }

  return {
    async send(call, url, wireOptions) {
      let target = url
      for (let hop = 0; ; hop++) {
        const reply = await sendOnce(call, target, wireOptions)
        const location = reply.headers['location']
        if (!redirectStatuses.has(reply.status) || location === undefined) return reply
        if (!URL.canParse(location, target.href))
          throw new WireError('redirect', 'The venue redirects to an invalid address.')
        const next = new URL(location, target)
        if (call.method !== 'GET' || hop === MAX_REDIRECTS || !options.mayFollow(target, next)) {
          throw new WireError('redirect', `The venue redirects to ${next.origin}, which is not followed.`)
        }
        target = next
      }
    },
    async close() {
      const open = await Promise.allSettled(agents.values())
      agents.clear()
      await Promise.all(
        open.map((agent) => (agent.status === 'fulfilled' ? agent.value.destroy() : undefined)),
      )
    },
  }
}

function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

async function readBytes(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      body.destroy()
      throw new WireError('too_large', `The venue's response is larger than ${maxBytes} bytes.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const decoders: ReadonlyMap<
  string,
  (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
> = new Map([
  ['gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  ['deflate', promisify(inflate)],
])

async function decode(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const decoder = decoders.get(encoding?.trim().toLowerCase() ?? '')
  if (decoder === undefined || bytes.length === 0) return bytes
  try {
    return await decoder(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    const tooLarge = codesOf(error).includes('ERR_BUFFER_TOO_LARGE')
    throw tooLarge
      ? new WireError('too_large', `The venue's response decompresses to more than ${maxBytes} bytes.`)
      : new WireError(
          'cut_body',
          `The venue's ${encoding} response cannot be decompressed (cut off or damaged).`,
          {
            cause: error,
          },
        )
  }
}

/** Whether a body is a JSON list or object, not an error or an HTML page. */
function looksLikeData(status: number, bytes: Buffer): boolean {
  return isSuccess(status) && /^\ufeff?\s*[[{]/.test(bytes.subarray(0, 64).toString('utf8'))
}

/** Returns the text without the byte order mark that some servers prepend. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

const kindOfCode: Readonly<Record<string, WireError['kind']>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'cut_body',
  UND_ERR_ABORTED: 'cut_body',
  ...Object.fromEntries(
    [
      'CERT_HAS_EXPIRED',
      'CERT_NOT_YET_VALID',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ].map((code) => [code, 'tls' as const]),
  ),
  // The HTTP client refuses to send it.
  UND_ERR_INVALID_ARG: 'unsent',
  ERR_INVALID_CHAR: 'unsent',
  ERR_INVALID_HTTP_TOKEN: 'unsent',
}

const messageOfKind: Readonly<Record<WireError['kind'], string>> = {
  refused: 'cannot be reached',
  dns: 'cannot be found: its host name does not resolve here',
  tls: 'has a certificate that is not trusted here. The connection may be intercepted, or NODE_EXTRA_CA_CERTS must name a private authority',
  timeout: 'did not respond in time',
  reset: 'closed the connection',
  cut_body: 'cut off its response',
  too_large: 'returned too much data',
  redirect: 'redirects',
  unsent: 'was not called: the call cannot be sent as HTTP',
  other: 'failed because of a network error',
}

/** The error for a proxy that refuses a tunnel. */
const proxyRefusal = /^Proxy response \((\d+)\)/

function throughProxy(proxy: ProxyUse | undefined): string {
  return proxy === undefined ? '' : ` through its proxy (${proxy.setting})`
}

function toWireError(error: unknown, url: URL, proxy: ProxyUse | undefined): Error {
  if (error instanceof WireError) return error
  const refusal = error instanceof Error ? proxyRefusal.exec(error.message)?.[1] : undefined
  if (refusal !== undefined) {
    const message = `The proxy (${proxy?.setting ?? 'unknown'}) refuses a connection to ${url.host} (HTTP ${refusal}).`
    return new WireError('refused', message, { cause: error })
  }
  const codes = codesOf(error)
  const code = codes.find((candidate) => kindOfCode[candidate] !== undefined)
  const kind = code === undefined ? 'other' : (kindOfCode[code] ?? 'other')
  const named = code ?? codes[0]
  // With a proxy, only the proxy's own name is resolved here.
  const said =
    kind === 'dns' && proxy !== undefined
      ? `was not called: the host name of its proxy (${proxy.setting}) does not resolve here`
      : `${messageOfKind[kind]}${throughProxy(proxy)}`
  return new WireError(kind, `${url.host} ${said}${named === undefined ? '' : ` (${named})`}.`, {
    cause: error,
  })
}

/** Returns the codes of an error and its causes. Parallel connection attempts fail with an aggregate error. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 3) return []
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  const inner = Array.isArray(errors) ? errors.flatMap((one) => codesOf(one, depth + 1)) : []
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(cause, depth + 1), ...inner]
}
