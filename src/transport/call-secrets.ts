import type { VenueCall } from './call.js'

/** Shorter values than this are no secrets, and would turn up in any message. */
const SHORTEST_SECRET = 8

/** A text without the secrets that went out with a call, and without beginnings of them that can be told as such. */
export function withoutSecrets(text: string, { secretHeaders }: VenueCall): string {
  const secrets = Object.values(secretHeaders)
    // The key alone, without the scheme before it, is what a venue repeats.
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter((value) => value.length >= SHORTEST_SECRET)
  return secrets.reduce(maskBeginnings, text)
}

function maskBeginnings(text: string, secret: string): string {
  const head = secret.slice(0, SHORTEST_SECRET)
  let masked = ''
  let from = 0
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, from)) {
    let length = head.length
    while (length < secret.length && text[at + length] === secret[length]) length++
    masked += `${text.slice(from, at)}***`
    from = at + length
  }
  return masked + text.slice(from)
}
