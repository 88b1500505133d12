import type { SourceId } from './source-ids.js'

interface ErrorRow {
  /** HTTP status of the response. */
  readonly status: number
  /** Whether the same call may succeed later without a change by the caller. */
  readonly retryable: boolean
  /** The meaning, in one sentence. */
  readonly meaning: string
  /** What the caller can do. */
  readonly advice: string
}

/**
 * The closed set of error codes and the only source of status and retryability. The second half comes only from the hosted
 * service; it is listed so that clients' codes stay known.
 */
export const errorTable = {
  BAD_REQUEST: {
    status: 400,
    retryable: false,
    meaning: 'The request is malformed, or the venue refused it for a reason that no other code covers.',
    advice: 'Read the message and change the request.',
  },
  VALIDATION_ERROR: {
    status: 400,
    retryable: false,
    meaning: 'An argument is missing, has the wrong type or is out of range.',
    advice: 'Fix the argument named in `field`.',
  },
  INVALID_ORDER: {
    status: 400,
    retryable: false,
    meaning: "The order violates one of the venue's rules for fields, price, size or tick.",
    advice: 'Change the order.',
  },
  INSUFFICIENT_FUNDS: {
    status: 400,
    retryable: false,
    meaning: 'The account balance is too low for this order.',
    advice: 'Fund the account, or lower the amount.',
  },
  AUTHENTICATION_ERROR: {
    status: 401,
    retryable: false,
    meaning: 'Credentials or the access token are missing or were refused.',
    advice: 'Send the credentials that the message names.',
  },
  PERMISSION_DENIED: {
    status: 403,
    retryable: false,
    meaning:
      'The venue or the daemon refuses this caller because of its region, its origin, missing rights or bot protection.',
    advice: 'See `detail.kind`.',
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    meaning: 'The requested object does not exist.',
    advice: 'Check the id. fetchMarkets lists the markets.',
  },
  ORDER_NOT_FOUND: {
    status: 404,
    retryable: false,
    meaning: 'The venue does not know the order.',
    advice: 'Check the order id.',
  },
  MARKET_NOT_FOUND: {
    status: 404,
    retryable: false,
    meaning: 'No market has this id, slug or outcome.',
    advice: 'List markets with fetchMarkets.',
  },
  EVENT_NOT_FOUND: {
    status: 404,
    retryable: false,
    meaning: 'No event has this id or slug.',
    advice: 'List events with fetchEvents.',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    retryable: true,
    meaning: "The venue's rate limit was exceeded.",
    advice: 'Wait `retryAfter` seconds.',
  },
  NETWORK_ERROR: {
    status: 503,
    retryable: true,
    meaning: 'The connection to the venue was refused, lost or timed out.',
    advice: 'Check the network and any proxy, then retry.',
  },
  EXCHANGE_NOT_AVAILABLE: {
    status: 503,
    retryable: true,
    meaning: 'The venue failed, or returned data that this version cannot read.',
    advice: 'See `detail`, and retry later.',
  },
  NOT_SUPPORTED: {
    status: 501,
    retryable: false,
    meaning: 'The venue does not support the method here.',
    advice: 'See GET /api/{exchange}/has.',
  },
  HOSTED_TRADING_ERROR: {
    status: 500,
    retryable: true,
    meaning: 'The hosted trading service failed (hosted only).',
    advice: 'Contact the hosted service.',
  },
  INSUFFICIENT_ESCROW_BALANCE: {
    status: 400,
    retryable: false,
    meaning: 'The hosted escrow is below the order cost (hosted only).',
    advice: 'Fund the escrow.',
  },
  ORDER_SIZE_TOO_SMALL: {
    status: 400,
    retryable: false,
    meaning: 'The order is below the venue minimum (hosted only).',
    advice: 'Raise the amount.',
  },
  INVALID_API_KEY: {
    status: 401,
    retryable: false,
    meaning: 'The API key is unknown or revoked.',
    advice: 'Use a valid key.',
  },
  OUTCOME_NOT_FOUND: {
    status: 404,
    retryable: false,
    meaning: 'The hosted catalog cannot resolve the outcome (hosted only).',
    advice: 'Check the outcome id.',
  },
  CATALOG_UNAVAILABLE: {
    status: 503,
    retryable: true,
    meaning: 'The market catalog is not available.',
    advice: 'Retry later.',
  },
  BUILT_ORDER_EXPIRED: {
    status: 400,
    retryable: false,
    meaning: 'The built order is too old.',
    advice: 'Build it again.',
  },
  INVALID_SIGNATURE: {
    status: 400,
    retryable: false,
    meaning: 'The signature was refused (hosted only).',
    advice: 'Sign again.',
  },
  NO_LIQUIDITY: {
    status: 400,
    retryable: false,
    meaning: 'A market order cannot fill, because that side of the book is empty.',
    advice: 'Use a limit order.',
  },
  MISSING_WALLET_ADDRESS: {
    status: 400,
    retryable: false,
    meaning: 'A wallet address is required (raised inside clients).',
    advice: 'Pass a wallet address.',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errorTable

/** Machine-readable context of an error: JSON-safe, free of secrets. */
export type ErrorDetail = Readonly<Record<string, unknown>>

export interface PmxErrorOptions {
  readonly exchange?: SourceId | undefined
  /** Name of the offending argument. */
  readonly field?: string | undefined
  readonly detail?: ErrorDetail | undefined
  /** Seconds to wait: with RATE_LIMIT_EXCEEDED, and where a retry continues work in progress. */
  readonly retryAfter?: number | undefined
  /** HTTP status where it depends on the situation and not on the code (405, 413, 415, 421). */
  readonly status?: number | undefined
  readonly retryable?: boolean | undefined
  readonly cause?: unknown
}

/** The only error type of this program. Any other error that crosses a module border is a bug. */
export class PmxError extends Error {
  override readonly name = 'PmxError'
  readonly code: ErrorCode
  readonly status: number
  readonly retryable: boolean
  readonly exchange: SourceId | undefined
  readonly field: string | undefined
  readonly detail: ErrorDetail | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: PmxErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    const row = errorTable[code]
    this.code = code
    this.status = options.status ?? row.status
    this.retryable = options.retryable ?? row.retryable
    this.exchange = options.exchange
    this.field = options.field
    this.detail = options.detail
    this.retryAfter = options.retryAfter
  }

  /** Returns the same error with the venue it belongs to, unless it already names one. */
  at(exchange: SourceId): PmxError {
    return this.exchange === undefined
      ? new PmxError(this.code, this.message, { ...this.options(), exchange })
      : this
  }

  /** Returns the same error with another message or other details. */
  with({ message = this.message, ...changes }: PmxErrorOptions & { readonly message?: string }): PmxError {
    return new PmxError(this.code, message, { ...this.options(), ...changes })
  }

  private options(): PmxErrorOptions {
    const { exchange, field, detail, retryAfter, status, retryable, cause } = this
    return { exchange, field, detail, retryAfter, status, retryable, cause }
  }
}

/** Creates a `VALIDATION_ERROR` that names the argument. */
export function createValidationError(field: string, message: string, detail?: ErrorDetail): PmxError {
  return new PmxError('VALIDATION_ERROR', message, { field, detail })
}

/** Returns the message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Returns the error that a PmxError reports, or the error itself. */
export function locateCause(error: unknown): unknown {
  return error instanceof PmxError && error.cause !== undefined ? error.cause : error
}

/** Whether a recording lacks a call: nothing was sent to a venue. */
export function isNotRecorded(error: unknown): boolean {
  return error instanceof PmxError && error.detail?.['kind'] === 'cassette_miss'
}
