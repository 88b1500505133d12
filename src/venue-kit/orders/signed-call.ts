import { listQueryPairs, type QueryValue } from '../../transport/call.js'

/** A call as venues sign it that want method, path, query and body proved. */
export interface SignedParts {
  readonly method: string
  /** Path with its query, spelled as it is sent. */
  readonly target: string
  /** The bytes of the body as text; '' where there is none. */
  readonly body: string
}

/** @param prefix the path of the venue's own address: what is signed holds it, wherever the host is */
export function signedPartsOf(
  {
    method,
    path,
    query,
    body,
  }: {
    readonly method?: string | undefined
    readonly path: string
    readonly query?: Readonly<Record<string, QueryValue>> | undefined
    readonly body?: unknown
  },
  prefix: string,
): SignedParts {
  const params = new URLSearchParams()
  for (const [key, value] of listQueryPairs(query)) params.append(key, value)
  const search = params.toString()
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    target: `${prefix}${path}${search === '' ? '' : `?${search}`}`,
    body: body === undefined ? '' : JSON.stringify(body),
  }
}
