import { messageOf, PmxError } from '../../api/envelope/errors.js'
import { faultOf, type StorageFault } from '../../storage/faults.js'
import type { SerializedError } from './sync-messages.js'

/** The catalog file failed: an error of SQLite from the other thread. */
export class CatalogFault extends Error {
  override readonly name = 'CatalogFault'
  constructor(
    readonly fault: StorageFault,
    message: string,
  ) {
    super(message)
  }
}

export function serializeError(error: unknown): SerializedError {
  if (error instanceof PmxError) {
    const { code, message, exchange, field, detail, retryAfter, status, retryable } = error
    return {
      kind: 'told',
      code,
      message,
      options: { exchange, field, detail, retryAfter, status, retryable },
    }
  }
  const fault = faultOf(error)
  if (fault !== undefined) return { kind: 'storage', fault, message: messageOf(error) }
  return { kind: 'bug', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

export function deserializeError(told: SerializedError): Error {
  switch (told.kind) {
    case 'told':
      return new PmxError(told.code, told.message, told.options)
    case 'storage':
      return new CatalogFault(told.fault, told.message)
    case 'bug':
      return new Error(told.message)
  }
}
