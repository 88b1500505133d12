import type * as z from 'zod'
import type { CredentialName } from '../../api/arguments/credentials.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { type VenueId, venueNames } from '../../api/envelope/venue-ids.js'
import { describeRefusedCredentials } from '../contract/account-secrets.js'
import { defineMemoKey } from '../contract/memo.js'
import type { VenueContext } from '../contract/venue-context.js'

const DAY_MS = 24 * 60 * 60_000

/**
 * Creates a reader of a call's credentials. A schema validates their texts once for each holder. The results (imported
 * keys, addresses) stay in the bounded memo of that holder, if there is one. The schema's messages follow "Kalshi's
 * privateKey": write them as `must be ...`, and never with the value.
 * @param howToSet how a user gets and sets them, as a sentence
 */
export function createCredentialReader<Schema extends z.ZodType>(
  venue: VenueId,
  schema: Schema,
  howToSet: string,
): (ctx: Pick<VenueContext, 'secrets'> & Partial<Pick<VenueContext, 'memo'>>) => z.output<Schema> {
  const parsed = defineMemoKey<z.output<Schema>>(`credentials of ${venue}`, DAY_MS)
  return ({ secrets, memo }) => {
    const isOwn = Object.keys(secrets.values).length > 0
    const known = isOwn ? memo?.get(parsed, '') : undefined
    if (known !== undefined) return known
    const read = schema.safeParse(secrets.values)
    if (!read.success) throw unusable(venue, read.error.issues[0], secrets, howToSet)
    if (isOwn) memo?.set(parsed, '', read.data)
    return read.data
  }
}

function unusable(
  venue: VenueId,
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
  secrets: VenueContext['secrets'],
  howToSet: string,
): PmxError {
  const part = String(issue?.path[0] ?? 'credentials')
  const isMissing = !Object.hasOwn(secrets.values, part)
  const name = venueNames[venue]
  if (secrets.empty?.some((empty) => empty === part) === true)
    return createValidationError('credentials', `credentials.${part} is empty. ${howToSet}`).at(venue)
  const what = isMissing
    ? `${name} needs the credential '${part}'`
    : `${name}'s credential '${part}' ${issue?.message ?? 'cannot be read'}`
  const hint = isMissing ? describeRefusedCredentials(secrets) : ''
  return new PmxError('AUTHENTICATION_ERROR', `${what}. ${howToSet}${hint}`, {
    exchange: venue,
    detail: { kind: isMissing ? 'missing_credential' : 'unusable_credential', part: part as CredentialName },
  })
}
