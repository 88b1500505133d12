/** An API request, as a client sends it. */
export interface PlainRequest {
  readonly method: string
  readonly target: string
  readonly body?: string
}

export interface Place {
  /** Such as `http://localhost:3847`. */
  readonly origin: string
  /** Whether the daemon needs a token. The snippet reads it from the environment and never contains it. */
  readonly needsToken: boolean
}

/** Returns a shell command that sends a request as it was sent. */
export function curlOf({ method, target, body }: PlainRequest, { origin, needsToken }: Place): string {
  return [
    'curl -sS',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(needsToken ? ['-H "x-pmxt-access-token: $PMXT_ACCESS_TOKEN"'] : []),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(body)}`]),
    quoted(origin + target),
  ].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
