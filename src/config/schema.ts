import * as z from 'zod'
import { credentialNames } from '../api/arguments/credentials.js'
import { feedIds } from '../api/envelope/source-ids.js'
import { venueIds } from '../api/envelope/venue-ids.js'

const port = z.number().int().min(0).max(65_535)
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** The address of a venue's host. Socket hosts also accept ws and wss. */
export const hostUrl = z.url({
  protocol: /^(https?|wss?)$/,
  error: 'must be an http or https address, or ws or wss for a socket',
})
const proxyUrl = httpUrl.transform(withoutBarePercents).refine(hasReadableCredentials, {
  error: 'has an invalid escape in its user or password: write % as %25',
})
const origin = z
  .string()
  .regex(/^https?:\/\/[^/\s]+$/, 'must be an origin such as http://localhost:5173, without a path')
const hostName = z.string().regex(/^[a-z0-9.\-[\]:]+$/i, 'must be a host name without a port')

/** A reference to a secret, because settings are copied and shown. */
const secretPlace = z.string().regex(/^(env|file):./s, 'must be env:NAME or file:PATH')

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Connection settings of a venue or a feed. */
const waySettings = z.strictObject({
  /** Base URL of a host by its name, in place of the venue's own. */
  hosts: z.record(z.string(), hostUrl).default({}),
  /** Proxy for this venue's calls. Never used for the loopback. */
  proxy: proxyUrl.optional(),
  /** Whether calls respect the venue's published limits; `none` is for a private simulator. */
  limits: z.enum(['published', 'none']).default('published'),
})

const venueSettings = z
  .strictObject({
    ...waySettings.shape,
    /**
     * Credentials the daemon holds for this venue: values, or `env:NAME` and `file:PATH`. Only requests with the access
     * token use them.
     */
    credentials: z.partialRecord(z.enum(credentialNames), z.string().min(1)).default({}),
  })
  .prefault({})

/** Every setting with its unit and default. config.example.json shows them all. */
export const configSchema = z.strictObject({
  server: z
    .strictObject({
      /** Address to bind. The default binds the loopback interface on IPv4 and IPv6. */
      host: z.string().default('127.0.0.1'),
      /** 0 picks a free port. */
      port: port.default(3847),
    })
    .prefault({}),
  /** The folder for database, log and instance files. By default, it follows the platform's convention. */
  stateDir: z.string().min(1).optional(),
  logLevel: z.enum(logLevels).default('info'),
  /** The proxy for calls to venues without their own. It overrides the environment's proxy (HTTPS_PROXY). */
  proxy: proxyUrl.optional(),
  /** Send no calls to venues, so that responses come from stored data only. */
  offline: z.boolean().default(false),
  /** The version written to the SDK's lock file. By default, it is that of the installed pmxt-core. */
  sdkVersion: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, 'must be three dotted numbers such as 2.54.0')
    .optional(),
  security: z
    .strictObject({
      /** Require the access token on everything but /health. */
      requireToken: z.boolean().default(false),
      /** A fixed access token. By default, each start creates a random token. */
      token: z.string().min(16).optional(),
      /** Additional host names under which clients call this daemon, without the port. */
      allowHosts: z.array(hostName).default([]),
      /** Origins whose pages may call. */
      allowOrigins: z.array(origin).default([]),
      /** Bearer keys. If there are any, every call except /health needs one. */
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
      /** Maximum size of a request body, bytes. */
      maxBodyBytes: z.number().int().min(1_024).default(2_000_000),
      /** Maximum size of a venue's response, bytes. */
      maxVenueBytes: z.number().int().min(65_536).default(64_000_000),
      /** Maximum pause in a venue's response within one try, ms. */
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
      /** Store candles and lists in database files. Otherwise candles are stored in memory, and lists are not stored. */
      enabled: z.boolean().default(true),
      /** Return stored candles when a venue is unreachable. By default only requests that allow stale data get them. */
      serveStale: z.boolean().default(false),
    })
    .prefault({}),
  freshness: z
    .strictObject({
      /** How long a call waits for the newest candles of a known series before it returns the stored ones, ms. */
      maxWaitMs: z.number().int().min(0).max(25_000).default(1_000),
    })
    .prefault({}),
  candles: z
    .strictObject({
      /** Candles that opened more than this many days ago are compacted to about a tenth of their size. They are read as before. */
      sealAfterDays: z.number().min(1).default(30),
      /**
       * Percent of final windows that are fetched again after an hour, a day and seven days, within 2 % of each venue's limits.
       * With 0, no final window is fetched again, but provisional spans and contradicted candles still are.
       */
      recheckPercent: z.number().min(0).max(100).default(0.5),
    })
    .prefault({}),
  /** Histories of candles that several daemons share, in the order in which they are read. Only real venues use them. */
  shared: z
    .array(
      z.union([
        z.strictObject({
          /** A reference to the address of a PostgreSQL server. */
          postgres: secretPlace,
          /** Share the venues' rate limits with the daemons that call from the same address. This is off by default. */
          budgets: z
            .strictObject({
              /** The name of the address, which is the same for all of its daemons. */
              egress: z.string().regex(/^[\w.:-]{1,64}$/, 'must be a name of letters, digits, - _ . and :'),
              /** The part of each limit that this daemon uses while it cannot reach the server. */
              share: z.number().min(0.01).max(1).default(0.25),
            })
            .optional(),
        }),
        /** Address of another daemon, and the place of its access token; https, or http on the loopback. */
        z.strictObject({ peer: httpUrl, token: secretPlace.optional() }),
      ]),
    )
    .refine((all) => all.filter((one) => 'budgets' in one && one.budgets !== undefined).length <= 1, {
      error: 'only one history can have budgets',
    })
    .default([]),
  compat: z
    .strictObject({
      /** The price in lists and lookups for outcomes without a known price, with a warning. By default, such prices are absent. */
      unknownPrice: z.number().min(0).max(1).optional(),
    })
    .prefault({}),
  lists: z
    .strictObject({
      /** The age in seconds after which a list is synced again in the background. */
      maxAgeSeconds: z.number().int().min(1).default(60),
      /** The age in seconds after which requests for a list wait until it is synced again. */
      staleSeconds: z.number().int().min(1).default(600),
    })
    .refine(({ maxAgeSeconds, staleSeconds }) => maxAgeSeconds <= staleSeconds, {
      error: 'maxAgeSeconds must be at most staleSeconds',
    })
    .prefault({}),
  trading: z
    .strictObject({
      /** Place orders with the daemon's credentials. Credentials in a call are its caller's responsibility. */
      enabled: z.boolean().default(false),
      /** Maximum cost of one order (price times contracts), in the venue's currency. */
      maxOrderNotional: z.number().positive().optional(),
      /** Maximum total cost of the orders of one day (UTC). */
      maxDailyNotional: z.number().positive().optional(),
      /** Maximum total cost of open orders and orders with an unknown outcome, in the venues' currency. */
      maxOpenNotional: z.number().positive().optional(),
      /** Maximum number of contracts in one outcome: holdings, open orders and orders with an unknown outcome. */
      maxPosition: z.number().positive().optional(),
      /** The venues on which orders may be placed. By default, all venues. */
      venues: z.array(z.enum(venueIds)).optional(),
      /** Do not send any orders. The error shows the request that would have been sent. */
      dryRun: z.boolean().default(false),
    })
    .prefault({}),
  record: z
    .strictObject({
      /** Values that must not get into a recording, besides all credentials: wallet addresses, account names. */
      withhold: z.array(z.string().min(8)).default([]),
      /** The key of recorded orders, as in `<cassette>.key`, for replays without that file. New recordings use it. */
      key: z.string().min(64).optional(),
    })
    .prefault({}),
  demo: z
    .strictObject({
      /** The seed of the simulation. */
      seed: z.number().int().min(0).max(4_294_967_295).default(1),
    })
    .prefault({}),
})

export type Config = z.output<typeof configSchema>
/** Connection settings of a venue or a feed. */
export type ConnectionSettings = z.output<typeof waySettings>
export type ConfigInput = z.input<typeof configSchema>

/** Escapes a % in a password that does not begin an escape, because the code that sends it to the proxy would fail. */
export function withoutBarePercents(address: string): string {
  return address.replace(/%(?![0-9a-f]{2})/gi, '%25')
}

/** Whether user name and password can be decoded, as the code that sends them to the proxy does. */
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
