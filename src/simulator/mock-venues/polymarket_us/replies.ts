import { json, Refusal, type Reply } from '../../http/reply.js'

/** Returns an error. Only one body is recorded, for a settlement (venues/polymarket_us/README.md). */
export function refusal(status: number, message: string): Refusal {
  return new Refusal(json({ message }, status))
}

/** Returns the HTML error page of the venue's edge. */
export function tooMany(): Reply {
  return {
    status: 429,
    headers: { 'content-type': 'text/html', 'retry-after': '1' },
    body: '<!doctype html><title>429 Too Many Requests</title>',
  }
}
