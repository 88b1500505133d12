import { memoize } from '../http/memoize.js'
import { readQuery } from '../http/query.js'
import { createNotImplemented, Refusal, type Reply } from '../http/reply.js'
import {
  type MockContext,
  type MockHost,
  type MockRequest,
  type Route,
  route,
} from '../mock-kit/mock-venue.js'

/** Returns the reply of a host's routes to a request. The first matching route wins, so fixed paths precede `:names`. */
export function answer(host: MockHost, request: MockRequest, context: MockContext): Reply {
  try {
    const early = host.before?.(request, context)
    if (early !== undefined) return early
    const segments = request.path.split('/').slice(1)
    const matching = everyRoute(host).flatMap((candidate) => {
      const params = match(candidate, segments)
      return params === undefined ? [] : [{ candidate, params }]
    })
    const found = matching.find(({ candidate }) => candidate.method === request.method)
    if (found !== undefined) {
      const query = readQuery(new URLSearchParams(request.search))
      return found.candidate.handle({ ...context, request, query, params: found.params })
    }
    return matching.length > 0 && host.wrongMethod !== undefined
      ? host.wrongMethod(request)
      : host.notFound(request)
  } catch (error) {
    if (error instanceof Refusal) return error.reply
    throw error
  }
}

/**
 * Returns the pattern of the route for a path, such as `/markets/:ticker`, or undefined if there is none.
 * @param path whole, with the host's prefix and without a query
 */
export function patternOf(host: MockHost, method: string, path: string): string | undefined {
  const segments = path.split('/').slice(1)
  const found = everyRoute(host).find(
    (candidate) => candidate.method === method && match(candidate, segments) !== undefined,
  )
  return found === undefined ? undefined : `/${found.segments.join('/')}`
}

/** The routes, with the unimplemented ones before and after them. */
const everyRoute = memoize((host: MockHost): readonly Route[] => {
  const unplayed = (host.notImplemented ?? []).map((line) => {
    const [method = '', pattern = ''] = line.split(' ')
    const refuse = (): never => {
      throw createNotImplemented(line)
    }
    return { isFixed: !pattern.includes(':'), route: route(method, pattern, refuse) }
  })
  const those = (isFixed: boolean): readonly Route[] =>
    unplayed.filter((one) => one.isFixed === isFixed).map((one) => one.route)
  return [...those(true), ...host.routes, ...those(false)]
})

function match(route: Route, segments: readonly string[]): Readonly<Record<string, string>> | undefined {
  if (route.segments.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, wanted] of route.segments.entries()) {
    const given = segments[index] ?? ''
    if (wanted.startsWith(':')) {
      const value = decoded(given)
      if (value === undefined || value === '') return undefined
      params[wanted.slice(1)] = value
    } else if (wanted !== given) return undefined
  }
  return params
}

/** undefined for a broken escape. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
