import * as z from 'zod'
import type { PriceCandle } from '../../api/models/models.js'
import type { Restated } from '../../candles/series/receipts.js'
import type { CandleTier, SharedPart } from '../../candles/shared/candle-tier.js'

export interface PeerTierOptions {
  /** The other daemon's address. */
  readonly url: string
  /** Its access token, if it requires one. */
  readonly token: string | undefined
  /** Sends a request, as `fetch` does. */
  send(
    url: URL,
    options: {
      readonly headers: Readonly<Record<string, string>>
      readonly signal: AbortSignal
      readonly redirect: 'error'
    },
  ): Promise<PeerReply>
}

/** The members of a `Response` that are read. */
interface PeerReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

const time = z.number().int().min(0)
const span = { from: time, to: time }
const price = z.number().min(0).max(1)
const candle = z.object({
  timestamp: time,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: z.number().min(0).optional(),
})
const partShape = z.object({
  bars: z.array(candle),
  coverage: z.array(
    z.object({
      ...span,
      kind: z.enum(['data', 'proven_empty', 'before_listing', 'after_close']),
      route: z.string(),
      fetchedAt: time,
    }),
  ),
  receipts: z.array(
    z.object({
      ...span,
      knownAt: time,
      withinMs: time.optional(),
      finalAt: time.optional(),
      source: z.string(),
    }),
  ),
  provisional: z.array(
    z.object({
      ...span,
      route: z.string(),
      requestedAt: time,
      lookAgainAt: time,
      looks: time,
      isContradicted: z.boolean().optional(),
    }),
  ),
  /** Absent from older versions. */
  restated: z
    .array(
      z.object({
        openTime: time,
        knownAt: time.optional(),
        until: time,
        former: candle.optional(),
        source: z.string(),
      }),
    )
    .optional(),
})

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i
/** Maximum number of intervals per request to the other daemon. */
const MAX_STEPS = 50_000
const MAX_BYTES = 64_000_000

/**
 * Creates a tier from another daemon's stored candles. It is read-only, because the other daemon fetches its own data.
 * @throws Error for an address that cannot be used
 */
export function createPeerTier({ url, token, send }: PeerTierOptions): CandleTier {
  const base = readPeerAddress(url)
  const headers = token === undefined ? {} : { 'x-pmxt-access-token': token }

  async function get(target: URL, signal: AbortSignal): Promise<PeerReply> {
    const reply = await send(target, {
      headers: { accept: 'application/json', ...headers },
      signal,
      redirect: 'error',
    })
    if (reply.status !== 200) throw new Error(`the peer returned status ${reply.status}`)
    return reply
  }

  return {
    name: 'peer',
    async take({ venue, seriesKey, stepMs, basis }, { from, to }, signal) {
      const end = Math.min(to, from + MAX_STEPS * stepMs)
      const target = new URL('v0/shared/part', base)
      const query = { venue, series: seriesKey, stepMs, basis, from, to: end }
      for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value))
      const text = await (await get(target, signal)).text()
      if (text.length > MAX_BYTES) throw new Error("the peer's response is too long")
      return toPart(partShape.parse(JSON.parse(text)))
    },
    async now(signal) {
      const sentAt = (await get(new URL('health', base), signal)).headers.get('date')
      const at = sentAt === null ? Number.NaN : Date.parse(sentAt)
      if (!Number.isFinite(at)) throw new Error('the peer does not send its time')
      return at
    },
    close: () => Promise.resolve(),
  }
}

/** Leaves out members without a value, which candles and records do not have. */
function toPart({
  bars,
  coverage,
  receipts,
  provisional,
  restated = [],
}: z.infer<typeof partShape>): SharedPart {
  return {
    bars: bars.map(toBar),
    coverage,
    receipts: receipts.map(({ withinMs, finalAt, ...receipt }) => ({
      ...receipt,
      ...(withinMs === undefined ? {} : { withinMs }),
      ...(finalAt === undefined ? {} : { finalAt }),
    })),
    // Older versions return contradicted candles as well, but not their values: they are no empty ranges.
    provisional: provisional.flatMap(({ isContradicted, ...entry }) =>
      isContradicted === true ? [] : [entry],
    ),
    ...(restated.length === 0 ? {} : { restated: restated.map(toRestated) }),
  }
}

function toBar({ volume, ...bar }: z.infer<typeof candle>): PriceCandle {
  return volume === undefined ? bar : { ...bar, volume }
}

function toRestated({
  knownAt,
  former,
  ...entry
}: NonNullable<z.infer<typeof partShape>['restated']>[number]): Restated {
  return {
    ...entry,
    ...(knownAt === undefined ? {} : { knownAt }),
    ...(former === undefined ? {} : { former: toBar(former) }),
  }
}

/** Plain http would show the token and the candles to the network, which could change them. */
function readPeerAddress(text: string): URL {
  const url = new URL(text.endsWith('/') ? text : `${text}/`)
  if (url.username !== '' || url.password !== '')
    throw new Error('the address has a user or a password: specify where the token is stored instead')
  if (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url
  throw new Error(`use https, or http on the loopback: ${url.origin}`)
}
