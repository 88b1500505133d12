import type { EntryHead } from '../../cassette/format/format.js'
import type { MockVenue } from '../../simulator/mock-kit/mock-venue.js'
import { patternOf } from '../../simulator/server/router.js'

/**
 * The name of the route that a recorded call went to, ids taken out, as the demo venue knows it: `GET /markets/:ticker`.
 * One that the demo venue does not know is named by its path with segments that look like ids as `*`.
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

/** One address may have many methods, named in the body: JSON-RPC, and venues that ask by a type. */
function rpcMethod(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const { method, type } = body as { readonly method?: unknown; readonly type?: unknown }
  const name = typeof method === 'string' ? method : type
  return typeof name === 'string' ? ` ${name}` : ''
}
