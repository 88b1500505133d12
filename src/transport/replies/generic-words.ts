/**
 * Server texts for an unknown path, in their spelling. The servers are Kong, the gateways of AWS, Azure and Google Cloud, Apigee,
 * Tyk, Express, Fastify, and those that repeat the phrase of the status.
 */
const gatewayTexts = new RegExp(
  `^(?:${[
    'no Route matched with those values',
    'Missing Authentication Token',
    'Resource not found',
    'Requested entity was not found\\.',
    'The current request is not defined by this API\\.',
    'Unable to identify proxy for host.*',
    'Requested endpoint is forbidden',
    'Cannot (?:GET|POST|PUT|PATCH|DELETE) /.*',
    'Route (?:GET|POST|PUT|PATCH|DELETE):/.* not found',
    'Not Found|Conflict|Unprocessable (?:Entity|Content)|Client Closed Request|Forbidden',
  ].join('|')})$`,
)

export function isGatewayText(text: string): boolean {
  return gatewayTexts.test(text)
}

/** Codes of Fastify, Node, AdonisJS, undici, Apigee, PostgREST, WordPress and Rails, which no venue has. */
const frameworkCodes =
  /^(?:FST_|ERR_|UND_ERR_|E_|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_|PGRST\d|rest_)|^(?:messaging|policies|protocol|steps|keymanagement|oauth)\.|::/

/** Phrases of the statuses (RFC 9110, RFC 4918, nginx) and names of the codes of gRPC, which its gateways send as text. */
const phrases: ReadonlySet<string> = new Set([
  'bad request',
  'unauthorized',
  'payment required',
  'forbidden',
  'not found',
  'method not allowed',
  'not acceptable',
  'proxy authentication required',
  'timeout',
  'request timeout',
  'conflict',
  'gone',
  'length required',
  'precondition failed',
  'payload too large',
  'content too large',
  'uri too long',
  'unsupported media type',
  'range not satisfiable',
  'expectation failed',
  'misdirected request',
  'unprocessable',
  'unprocessable entity',
  'unprocessable content',
  'locked',
  'failed dependency',
  'too early',
  'upgrade required',
  'precondition required',
  'too many requests',
  'client closed',
  'client closed request',
  'internal',
  'internal server',
  'not implemented',
  'bad gateway',
  'service unavailable',
  'gateway timeout',
  'unavailable',
  'unknown',
  'cancelled',
  'canceled',
  'aborted',
  'already exists',
  'invalid argument',
  'failed precondition',
  'permission denied',
  'unauthenticated',
  'deadline exceeded',
  'resource exhausted',
  'out of range',
  'unimplemented',
  'data loss',
  'no route',
  'no such route',
  'routing',
  'missing authentication token',
  'unknown operation',
])

/** Words around a phrase that add nothing to it: `HTTP 404`, `NotFoundException`, `CONFLICT_ERROR`. */
const fillers: ReadonlySet<string> = new Set([
  'http',
  'error',
  'errors',
  'err',
  'exception',
  'status',
  'code',
  'statuscode',
])

/** What servers did not find: their own parts rather than a market or an order. */
const parts =
  /^(?:the )?(?:requested )?(?:resource|route|path|page|url|uri|endpoint|entity|handler|upstream|service|server|application|api|backend|host|function|deployment) (?:was )?/

/** Numbers below this are HTTP and gRPC statuses. */
const MIN_OWN_NUMBER = 600

/**
 * Whether a code or text contains no more than a status, in any spelling, or is a code of a framework. Any server between
 * this machine and the venue may send it, for its own reasons and after it has forwarded the call.
 */
export function isGenericWord(text: string): boolean {
  if (isGatewayText(text) || frameworkCodes.test(text.trim())) return true
  const words = toPlain(text)
    .split(' ')
    .filter((word) => !fillers.has(word) && !isStatusNumber(word))
  const rest = words.join(' ')
  return rest === '' || phrases.has(rest) || phrases.has(rest.replace(parts, ''))
}

/** Returns a code or text in lower case with spaces: `NOT_FOUND`, `notFound` and `Not found.` are one. */
function toPlain(text: string): string {
  return text
    .replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
}

function isStatusNumber(word: string): boolean {
  return /^\d{1,3}$/.test(word) && Number(word) < MIN_OWN_NUMBER
}
