import { listQueryPairs, type QueryValue } from '../../transport/call-types.js'

/** The parts of a call for venues whose signature covers method, path, query and body. */
export interface SignedParts {
  readonly method: string
  /** Path with its query, spelled as it is sent. */
  readonly target: string
  /** The bytes of the body as text; '' if there is none. */
  readonly body: string
}

/**
 * Returns the signed parts of a request.
 * @param prefix the path of the venue's own address: the signature includes it, wherever the host is
 */
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
