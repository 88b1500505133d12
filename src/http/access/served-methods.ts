import { getMethodRow, isMethodName } from '../../api/arguments/methods.js'

/** A path's HTTP methods, as `Allow` lists them. */
const readOnly = ['GET', 'HEAD', 'OPTIONS'] as const
const writeOnly = ['POST', 'OPTIONS'] as const
const both = ['GET', 'HEAD', 'POST', 'OPTIONS'] as const
const assistants = ['GET', 'POST', 'DELETE', 'OPTIONS'] as const

export type ServedMethods = readonly ('GET' | 'HEAD' | 'POST' | 'DELETE' | 'OPTIONS')[]

/** The methods that the server as a whole accepts: `OPTIONS *`. */
export const serverMethods: ServedMethods = both

/** Methods by route path, in the router's notation. `test/http/access/served-methods.test.ts` compares it with the routes. */
export const servedPaths: Readonly<Record<string, ServedMethods>> = {
  '/': readOnly,
  '/health': readOnly,
  '/metrics': readOnly,
  '/openapi.json': readOnly,
  '/docs': readOnly,
  '/docs/': readOnly,
  '/docs/:name': readOnly,
  '/assets/:name': readOnly,
  '/ui/:what': readOnly,
  '/ws': ['GET', 'OPTIONS'],
  '/mcp': assistants,
  '/api/feeds/*': readOnly,
  '/v0/sql': both,
  '/v0/candles': readOnly,
  '/v0/events': readOnly,
  '/v0/markets': readOnly,
  '/v0/settlements': readOnly,
  '/v0/changes': readOnly,
  '/v0/shared/part': readOnly,
  '/v0/matched-market-clusters': readOnly,
  '/v0/matched-event-clusters': readOnly,
  '/v0/matched-markets': readOnly,
  '/v0/events/matches': readOnly,
  '/v0/arbitrage': readOnly,
  '/v0/markets/:name{.+}/matches': readOnly,
  '/v0/events/:name{.+}/matches': readOnly,
  '/v0/matched-prices': readOnly,
  '/v0/markets/:name{.+}': readOnly,
  '/v0/events/:name{.+}': readOnly,
  '/orders/resolve': writeOnly,
  '/orders/stop': writeOnly,
  '/orders/resume': writeOnly,
  '/orders/decide': writeOnly,
  '/orders/reconcile': writeOnly,
}

/** Paths with a variable part, as regular expressions. `/*` also covers the path without it. */
const patterns = Object.entries(servedPaths)
  .filter(([path]) => /[:*]/.test(path))
  .map(([path, methods]) => {
    const source = path
      .replace(/:\w+\{(.+?)\}/g, '($1)')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\/\*$/, '(/.*)?')
    return [new RegExp(`^${source}$`), methods] as const
  })
const callPath = /^\/api\/[^/]+\/([^/]+)$/

/**
 * Returns the methods of a path, or undefined for a path that is not served. A method that is not in the table may be called by
 * POST.
 */
export function methodsAt(target: string): ServedMethods | undefined {
  const end = target.indexOf('?')
  const path = end < 0 ? target : target.slice(0, end)
  if (Object.hasOwn(servedPaths, path)) return servedPaths[path]
  const found = patterns.find(([pattern]) => pattern.test(path))
  if (found !== undefined) return found[1]
  const name = callPath.exec(path)?.[1]
  if (name === undefined) return undefined
  return isMethodName(name) && getMethodRow(name).verb === 'get' ? both : writeOnly
}
