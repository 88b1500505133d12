import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { CoreCall } from '../../core/request/api-call.js'

/** Returns the headers of a result, with the ignored arguments and a warning of the route itself. */
export function createCallHeaders(
  told: Readonly<Record<string, string>>,
  ignored: readonly string[],
  warning: string | undefined,
): Readonly<Record<string, string>> {
  return {
    ...told,
    ...(ignored.length === 0 ? {} : { [pmxHeaders.ignored]: headerSafe(ignored.join(', ')) }),
    ...(warning === undefined ? {} : { [pmxHeaders.warning]: withWarning(warning, told) }),
  }
}

function withWarning(
  warning: string,
  { [pmxHeaders.warning]: other }: Readonly<Record<string, string>>,
): string {
  return other === undefined ? warning : `${warning}; ${other}`
}

/** Returns `X-Request-Id` for calls that have a request id: orders. */
export function createRequestIdHeader({
  requestId,
}: Pick<CoreCall, 'requestId'>): Readonly<Record<string, string>> {
  return requestId === undefined ? {} : { 'x-request-id': requestId }
}

function headerSafe(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)
}
