import type { MockRequest } from './mock-venue.js'

/** Returns a member of a request's JSON body, or undefined if there is none. */
export function bodyMemberOf({ body }: Pick<MockRequest, 'body'>, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}

/** Returns a member that is a non-empty text. Otherwise undefined. */
export function bodyTextOf(request: Pick<MockRequest, 'body'>, name: string): string | undefined {
  const value = bodyMemberOf(request, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
