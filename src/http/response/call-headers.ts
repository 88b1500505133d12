import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { CoreCall } from '../../core/request/api-call.js'

/** Returns a result's headers, with the ignored arguments and a warning from the route itself. */
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

/** Returns the warning about times without a zone, or undefined if there is none. */
export function createZoneWarning(names: readonly string[] = []): string | undefined {
  if (names.length === 0) return undefined
  return `${names.join(' and ')} without a time zone: read as UTC. Add Z or an offset.`
}

/** Joins a route's warnings. Returns undefined if there are none. */
export function joinWarnings(...warnings: readonly (string | undefined)[]): string | undefined {
  const given = warnings.filter((warning) => warning !== undefined)
  return given.length === 0 ? undefined : given.join('; ')
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
