import { formsOf, readingsOf, SHORTEST_SECRET } from '../policy/secret-forms.js'
import type { VenueCall } from './call.js'

/**
 * A text without the secrets that went out with a call, and without beginnings of them that can be told as such. Where
 * one stands in another form (encoded, escaped, wrapped) nothing of the text is told.
 */
export function withoutSecrets(text: string, { secretHeaders }: VenueCall): string {
  const secrets = Object.values(secretHeaders)
    // The key alone, without the scheme before it, is what a venue repeats.
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter((value) => value.length >= SHORTEST_SECRET)
  if (secrets.length === 0) return text
  const masked = secrets.reduce(maskBeginnings, text)
  const readings = readingsOf(masked).map((reading) => reading.toLowerCase())
  const isHidden = secrets.flatMap(formsOf).some((form) => readings.some((reading) => reading.includes(form)))
  return isHidden ? JSON.stringify('(withheld: it repeats a credential in another form)') : masked
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
