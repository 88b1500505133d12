import { json, Refusal, type Reply } from '../../http/reply.js'

/** A failure. Its real bodies are not on record but for one, of a settlement (venues/polymarket_us/README.md). */
export function refusal(status: number, message: string): Refusal {
  return new Refusal(json({ message }, status))
}

/** The edge in front of the venue refuses with a page for people. */
export function tooMany(): Reply {
  return {
    status: 429,
    headers: { 'content-type': 'text/html', 'retry-after': '1' },
    body: '<!doctype html><title>429 Too Many Requests</title>',
  }
}
