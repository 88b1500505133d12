import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'

/** Returns an error. Only one body is recorded, for a settlement (venues/polymarket_us/README.md). */
export function createRefusal(status: number, message: string): Refusal {
  return new Refusal(toJsonReply({ message }, status))
}

/** Returns the HTML error page of the venue's edge. */
export function refuseTooMany(): Reply {
  return {
    status: 429,
    headers: { 'content-type': 'text/html', 'retry-after': '1' },
    body: '<!doctype html><title>429 Too Many Requests</title>',
  }
}
