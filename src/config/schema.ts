import * as z from 'zod'
import { credentialNames } from '../api/arguments/credentials.js'
import { feedIds } from '../api/envelope/source-ids.js'
import { venueIds } from '../api/envelope/venue-ids.js'

const port = z.number().int().min(0).max(65_535)
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const proxyUrl = httpUrl.transform(withoutBarePercents).refine(hasReadableCredentials, {
  error: 'has a user or password whose escapes stand for no text: write a % as %25',
})
const origin = z
  .string()
  .regex(/^https?:\/\/[^/\s]+$/, 'must be an origin such as http://localhost:5173, without a path')
const hostName = z.string().regex(/^[a-z0-9.\-[\]:]+$/i, 'must be a host name without a port')

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** How a venue or a feed is reached. */
const waySettings = z.strictObject({
  /** Base URL of a host by its name, in place of the venue's own. */
  hosts: z.record(z.string(), httpUrl).default({}),
  /** Proxy for this venue's calls; never used for the loopback. */
  proxy: proxyUrl.optional(),
  /** Whether calls keep to the venue's published limits; `none` is for a simulator of one's own. */
  limits: z.enum(['published', 'none']).default('published'),
})

const venueSettings = z
  .strictObject({
    ...waySettings.shape,
    /** Credentials the daemon holds for this venue: values, or `env:NAME` and `file:PATH`; used only for requests that carry the access token. */
    credentials: z.partialRecord(z.enum(credentialNames), z.string().min(1)).default({}),
  })
  .prefault({})

/** Every setting with its unit and default; config.example.json shows them all. */
export const configSchema = z.strictObject({
  server: z
    .strictObject({
      /** Address to bind. The default binds the loopback on IPv4 and IPv6. */
      host: z.string().default('127.0.0.1'),
      /** 0 picks a free port. */
      port: port.default(3847),
    })
    .prefault({}),
  /** Folder of database, log and instance files; the platform's convention by default. */
  stateDir: z.string().min(1).optional(),
  logLevel: z.enum(logLevels).default('info'),
  /** Proxy for the calls of venues that have none of their own; before the one of the environment (HTTPS_PROXY). */
  proxy: proxyUrl.optional(),
  /** Ask no venue: what is stored is answered, and nothing else. */
  offline: z.boolean().default(false),
  /** Version written to the SDK's lock file; found from the installed pmxt-core by default. */
  sdkVersion: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, 'must be three dotted numbers such as 2.54.0')
    .optional(),
  security: z
    .strictObject({
      /** Ask for the access token on everything but /health. */
      requireToken: z.boolean().default(false),
      /** Fixed access token; random at each start by default. */
      token: z.string().min(16).optional(),
      /** Further names this daemon is called by, without the port. */
      allowHosts: z.array(hostName).default([]),
      /** Origins whose pages may call. */
      allowOrigins: z.array(origin).default([]),
      /** Bearer keys; with any, every call but /health needs one. */
      apiKeys: z
        .array(
          z.strictObject({
            key: z.string().min(16),
            rights: z.array(z.enum(['read', 'trade'])).default(['read']),
          }),
        )
        .default([]),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** Largest request body, bytes. */
      maxBodyBytes: z.number().int().min(1_024).default(2_000_000),
      /** Largest answer of a venue that is read, bytes. */
      maxVenueBytes: z.number().int().min(65_536).default(64_000_000),
      /** Longest silence of a venue within one try, ms. */
      venueTimeoutMs: z.number().int().min(100).max(25_000).default(10_000),
      /** Requests slower than this are logged, ms. */
      slowMs: z.number().int().min(1).default(3_000),
    })
    .prefault({}),
  venues: z.partialRecord(z.enum(venueIds), venueSettings).default({}),
  /** Data feeds, which have no credentials. */
  feeds: z.partialRecord(z.enum(feedIds), waySettings.prefault({})).default({}),
  cache: z
    .strictObject({
      /** Keep candles and lists in database files; otherwise candles are kept in memory, and lists not at all. */
      enabled: z.boolean().default(true),
      /** Answer with stored candles where a venue cannot be reached; by default only callers who say so get them. */
      serveStale: z.boolean().default(false),
    })
    .prefault({}),
  freshness: z
    .strictObject({
      /** Ms that a call waits for the newest candles of a series that is known, before it is answered with those. */
      maxWaitMs: z.number().int().min(0).max(25_000).default(1_000),
    })
    .prefault({}),
  candles: z
    .strictObject({
      /** Candles that opened more days ago are kept compressed, at about a tenth of the room; they are read as before. */
      sealAfterDays: z.number().min(1).default(30),
      /**
       * Percent of final windows that are fetched again, an hour, a day and seven days later, within 2 % of each venue's
       * limits. 0 turns it off, together with the repeated requests for provisional spans that nobody waits for.
       */
      recheckPercent: z.number().min(0).max(100).default(0.5),
    })
    .prefault({}),
  compat: z
    .strictObject({
      /** Shown in lists and lookups for outcomes whose price is not known, with a warning; left out by default. */
      unknownPrice: z.number().min(0).max(1).optional(),
    })
    .prefault({}),
  lists: z
    .strictObject({
      /** Seconds: a list that is older is read anew, behind the answer. */
      maxAgeSeconds: z.number().int().min(1).default(60),
      /** Seconds: a list that is older is not answered before it has been read anew. */
      staleSeconds: z.number().int().min(1).default(600),
    })
    .refine(({ maxAgeSeconds, staleSeconds }) => maxAgeSeconds <= staleSeconds, {
      error: 'maxAgeSeconds must be at most staleSeconds',
    })
    .prefault({}),
  trading: z
    .strictObject({
      /** Place orders with the credentials that the daemon holds; those that come with a call are its caller's affair. */
      enabled: z.boolean().default(false),
      /** Most that one order may cost (price times contracts), in the venue's money. */
      maxOrderNotional: z.number().positive().optional(),
      /** Most that the orders of one day (UTC) may cost together. */
      maxDailyNotional: z.number().positive().optional(),
      /** Most that open orders may cost together, with those whose fate is not known; in the venues' money. */
      maxOpenNotional: z.number().positive().optional(),
      /** Most contracts of one outcome, counting what is held, open orders and orders whose fate is not known. */
      maxPosition: z.number().positive().optional(),
      /** Venues on which orders may be placed; all by default. */
      venues: z.array(z.enum(venueIds)).optional(),
      /** Send no order anywhere: the refusal tells what would have been sent. */
      dryRun: z.boolean().default(false),
    })
    .prefault({}),
  record: z
    .strictObject({
      /** Values that must not get into a recording, besides all credentials: wallet addresses, account names. */
      withhold: z.array(z.string().min(8)).default([]),
      /** Key of recorded orders, as `<cassette>.key` holds it, for replays without that file; new recordings use it. */
      key: z.string().min(64).optional(),
    })
    .prefault({}),
  demo: z
    .strictObject({
      /** Seed of the demo world. */
      seed: z.number().int().min(0).max(4_294_967_295).default(1),
    })
    .prefault({}),
})

export type Config = z.output<typeof configSchema>
/** How the configuration says a venue or a feed is reached. */
export type ConnectionSettings = z.output<typeof waySettings>
export type ConfigInput = z.input<typeof configSchema>

/** A % in a password that begins no escape stands for itself; whoever sends it to the proxy would stumble over it. */
export function withoutBarePercents(address: string): string {
  return address.replace(/%(?![0-9a-f]{2})/gi, '%25')
}

/** Whoever sends them to the proxy undoes their escapes first. */
function hasReadableCredentials(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password } = new URL(address)
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
