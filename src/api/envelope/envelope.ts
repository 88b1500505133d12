import { PmxError } from './errors.js'
import { sourceNames } from './source-ids.js'

/** The `error` object of a failed response. Never text, because clients drop text (api/README.md, "Envelope"). */
export interface ErrorBody {
  readonly message: string
  readonly code?: string
  readonly retryable: boolean
  /** Display name of the venue or feed, or null where the failure has none. */
  readonly exchange: string | null
  readonly detail: Readonly<Record<string, unknown>> | null
  readonly retryAfter?: number
  readonly field?: string
}

export interface FailureEnvelope {
  readonly success: false
  readonly error: ErrorBody
}

/** Returns the JSON text of a success. `undefined` (a method without a result) leaves `data` out. */
export function renderSuccess(data: unknown): string {
  return data === undefined ? '{"success":true}' : `{"success":true,"data":${JSON.stringify(data)}}`
}

/** Works like {@link renderSuccess}, for data that is already JSON text. */
export function successTextOf(json: string): string {
  return successAround.join(json)
}

/** The text before and after such data. */
export const successAround = ['{"success":true,"data":', '}'] as const

/**
 * Returns status and body of a failure. Any error other than a `PmxError` is a bug and returns status 500, without a code
 * or internal details.
 */
export function toFailure(error: unknown): { status: number; body: FailureEnvelope } {
  if (!(error instanceof PmxError)) {
    return {
      status: 500,
      body: {
        success: false,
        error: {
          message:
            'Internal error. This is a bug in pmx-local. The log has the details under this request id.',
          retryable: false,
          exchange: null,
          detail: null,
        },
      },
    }
  }
  const body: ErrorBody = {
    message: error.message,
    code: error.code,
    retryable: error.retryable,
    exchange: error.exchange === undefined ? null : sourceNames[error.exchange],
    detail: error.detail ?? null,
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    ...(error.field === undefined ? {} : { field: error.field }),
  }
  return { status: error.status, body: { success: false, error: body } }
}
