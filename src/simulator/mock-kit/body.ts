import type { FaceRequest } from './mock-venue.js'

/** A member of a request's JSON body; undefined where there is none. */
export function memberOf({ body }: Pick<FaceRequest, 'body'>, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}

/** The same, if it is a text that is not empty. */
export function textIn(request: Pick<FaceRequest, 'body'>, name: string): string | undefined {
  const value = memberOf(request, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
