import { PmxError } from '../api/errors.js'
import type { WireReply } from './call.js'

type WallKind = 'geo' | 'bot' | 'unknown'

const geoWords =
  /not available in your (region|country|location)|restricted (in|region|jurisdiction|location)|geo-?block|unavailable for legal reasons|blocked (in|from) your (country|region)/i
const botWords =
  /just a moment|cf-chl|challenge-platform|attention required|checking your browser|captcha|enable javascript and cookies|access denied/i
const rateWords = /rate limit(ed|ing)?|too many requests|error 1015|error code:? 1015/i

/** Whether a body is a page for people where JSON was expected. JSON that is only labelled as a page is none. */
export function isHtml(reply: WireReply): boolean {
  const type = reply.headers['content-type'] ?? ''
  if (/^\s*<(!doctype|html|head|body|title|script|!--)/i.test(reply.text)) return true
  return /text\/html/i.test(type) && !/^\s*[[{]/.test(reply.text)
}

/**
 * What a page for people means: an outage page, a rate limit, or a wall in front of the venue.
 * The status is believed where it is specific; a page with status 200 is judged by its words.
 * @param retryAfter seconds, where the reply's headers say so
 */
export function wallError(reply: WireReply, retryAfter?: number): PmxError {
  const page = reply.text.slice(0, 20_000)
  const ray = reply.headers['cf-ray']
  const detail = { upstreamStatus: reply.status, body: 'html', ...(ray === undefined ? {} : { rayId: ray }) }
  if (reply.status === 429 || (reply.status < 500 && rateWords.test(page))) {
    return new PmxError(
      'RATE_LIMIT_EXCEEDED',
      'The venue answered with a rate-limit page; slow down and retry.',
      {
        detail,
        retryAfter,
      },
    )
  }
  if (reply.status >= 500) {
    return new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      `The venue answered with an outage page (HTTP ${reply.status}).`,
      {
        detail,
      },
    )
  }
  const kind = wallKind(reply.status, page)
  return new PmxError('PERMISSION_DENIED', wallMessage[kind], { detail: { ...detail, kind } })
}

function wallKind(status: number, page: string): WallKind {
  if (status === 451 || geoWords.test(page)) return 'geo'
  return botWords.test(page) ? 'bot' : 'unknown'
}

const wallMessage: Record<WallKind, string> = {
  geo: 'The venue refuses connections from this place (geo block). A proxy can be set as `proxy` or venues.<id>.proxy.',
  bot: 'A bot wall stands in front of the venue and wants a browser. A proxy can be set as `proxy` or venues.<id>.proxy.',
  unknown: 'The venue answered with a web page where data was expected: a wall or a proxy stands in between.',
}
