import type { EntryHead } from '../../cassette/format/format.js'
import type { MockVenue } from '../../simulator/mock-kit/mock-venue.js'
import { patternOf } from '../../simulator/server/router.js'

/**
 * Returns the route of a recorded call without ids, as the mock venue names it: `GET /markets/:ticker`. If the mock venue
 * does not know the route, path segments that look like ids become `*`.
 */
export function routeOf({ call }: Pick<EntryHead, 'call'>, face: MockVenue | undefined): string {
  const host = face?.hosts[call.host]
  const pattern = host === undefined ? undefined : patternOf(host, call.method, host.prefix + call.path)
  return `${call.host} ${call.method} ${pattern ?? withoutIds(call.path)}${rpcMethod(call.body)}`
}

function withoutIds(path: string): string {
  return path
    .split('/')
    .map((segment) => (/\d|[A-Z]|.{25}/.test(segment) ? '*' : segment))
    .join('/')
}

/** Returns the method in the body. One address may have many methods: JSON-RPC, and venues with a request type. */
function rpcMethod(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const { method, type } = body as { readonly method?: unknown; readonly type?: unknown }
  const name = typeof method === 'string' ? method : type
  return typeof name === 'string' ? ` ${name}` : ''
}
