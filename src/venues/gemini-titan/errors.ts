import * as z from 'zod'
import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'

/** Paths of predictions use `error`; the engine and the key check use `reason`. */
const refusal = z.object({
  error: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
})

/** `NOT_FOUND`, `OrderNotFound`: one word, where frameworks write the words of the status. */
const ownWord = z.string().regex(/^(?:[A-Z]+(?:_[A-Z]+)*|(?:[A-Z][a-z]+){2,})$/)
const ownError = z.union([
  z.object({ reason: ownWord }).transform(({ reason }) => reason),
  z.object({ error: ownWord }).transform(({ error }) => error),
])

/** An unknown event or contract is `NOT_FOUND` (OpenAPI 1.0.0). */
export const errorForm: ErrorForm = {
  codeIn: (json) => ownError.safeParse(json).data,
  ownGenericWords: new Set(['NOT_FOUND']),
}

interface Meaning {
  readonly code: ErrorCode
  /** Advice for the user. */
  readonly advice?: string
  /** For retries of a call with a refused nonce. */
  readonly kind?: 'nonce_refused' | 'nonce_not_the_time'
}

const NOTHING_DONE = 'The venue did not execute the request, so no order was placed.'

const ONE_NONCE: Meaning = {
  code: 'AUTHENTICATION_ERROR',
  kind: 'nonce_refused',
  advice: `Another program used the key at the same moment. Give each program its own key. ${NOTHING_DONE}`,
}

/** Milliseconds have this many digits, seconds fewer. */
const MIN_MILLIS = 100_000_000_000

/**
 * Refusal of a wrong nonce for a key with time nonces: `Nonce '1795819043358' is not within 30 seconds of server time
 * '1795819043'` (quoted in a public pull request; the rule is in developer.gemini.com, authentication, API keys).
 */
function ofTime(said: string): Meaning {
  const [nonce, server] = [...said.matchAll(/'(\d+)'/g)].map(([, digits]) => Number(digits))
  const isSeconds = nonce !== undefined && server !== undefined && nonce < MIN_MILLIS
  const off = isSeconds ? nonce - server : 0
  const advice = isSeconds
    ? `This machine's clock is ${Math.abs(off)} s ${off < 0 ? 'behind' : 'ahead of'} the venue's clock. Set the clock.`
    : "This key's nonce is the time in seconds."
  return { code: 'AUTHENTICATION_ERROR', kind: 'nonce_not_the_time', advice: `${advice} ${NOTHING_DONE}` }
}

/** The venue's own words (README.md; OpenAPI 1.0.0; docs.gemini.com, error codes; reasons of its socket). */
const meanings: Readonly<Record<string, Meaning>> = {
  TERMS_NOT_ACCEPTED: {
    code: 'PERMISSION_DENIED',
    advice: 'Accept the terms for its prediction markets once, in the Gemini app or on the Gemini site.',
  },
  ACCOUNT_GROUP_BLOCKED: { code: 'PERMISSION_DENIED' },
  ACCOUNT_RESTRICTED_SELL_ONLY: { code: 'PERMISSION_DENIED' },
  InvalidSignature: {
    code: 'AUTHENTICATION_ERROR',
    advice: 'apiSecret does not belong to apiKey, or was not copied completely.',
  },
  InvalidNonce: ONE_NONCE,
  InvalidApiKey: { code: 'AUTHENTICATION_ERROR' },
  MissingApikeyHeader: { code: 'AUTHENTICATION_ERROR' },
  MissingPayloadHeader: { code: 'AUTHENTICATION_ERROR' },
  MissingSignatureHeader: { code: 'AUTHENTICATION_ERROR' },
  MissingRole: {
    code: 'PERMISSION_DENIED',
    advice:
      'On the page where you created the key, give it a role with the right to trade. A role with the right to read is enough to read data.',
  },
  InsufficientFunds: { code: 'INSUFFICIENT_FUNDS' },
  MarketNotOpen: { code: 'INVALID_ORDER' },
  InvalidPrice: { code: 'INVALID_ORDER' },
  LimitPriceOffTick: { code: 'INVALID_ORDER' },
  InvalidQuantity: { code: 'INVALID_ORDER' },
  InvalidOrderType: { code: 'INVALID_ORDER' },
  InvalidSide: { code: 'INVALID_ORDER' },
  DuplicateOrder: { code: 'INVALID_ORDER' },
  UnknownInstrument: { code: 'INVALID_ORDER' },
  OrderNotFound: { code: 'ORDER_NOT_FOUND' },
}

const MAX_TEXT_LENGTH = 200

/** Interprets a refusal by the venue's own word, then by the two statuses that have only one meaning here. */
export const geminiErrors: ErrorRule = ({ status, json }) => {
  const body = refusal.safeParse(json)
  if (status < 400 || status === 404 || status >= 500 || !body.success) return undefined
  const { error, reason, message } = body.data
  const word = reason ?? error ?? ''
  // Both forms of its refusals have one.
  if (word === '') return undefined
  const said = (message ?? word).slice(0, MAX_TEXT_LENGTH)
  const meaning = meaningOf(word, status, said)
  if (meaning === undefined) return undefined
  const advice = meaning.advice === undefined ? '' : ` ${meaning.advice}`
  return new PmxError(meaning.code, `The venue returned HTTP ${status} (${word}): ${said}${advice}`, {
    detail: {
      upstreamStatus: status,
      upstreamCode: word,
      ...(meaning.kind === undefined ? {} : { kind: meaning.kind }),
    },
  })
}

function meaningOf(word: string, status: number, said: string): Meaning | undefined {
  const meaning = Object.hasOwn(meanings, word) ? meanings[word] : ofStatus(status, said)
  return meaning?.kind === 'nonce_refused' && /within \d+ seconds/i.test(said) ? ofTime(said) : meaning
}

/** Status 409 concerns the nonce; 422 is a risk check whose reason is only in the text. */
function ofStatus(status: number, said: string): Meaning | undefined {
  if (status === 409) return ONE_NONCE
  if (status !== 422) return undefined
  return { code: /insufficient|balance|funds/i.test(said) ? 'INSUFFICIENT_FUNDS' : 'INVALID_ORDER' }
}
