import type { Cancelled, PaperOrderResult, PaperRejection, Rejected } from './types.js'

type Reason = PaperRejection['reason']
type Short = 'insufficient_funds' | 'insufficient_holdings'

/** A venue's texts for paper trading rejections, by reason. Missing money and missing contracts have the same text. */
export type RejectionTexts<Word> = Readonly<
  Partial<Record<Exclude<Reason, Short> | 'insufficient', Word>>
> & {
  /** Returns the text for a reason that has no text of its own. */
  readonly otherwise: (reason: Reason) => Word
}

/** Returns the venue's text for a rejection. */
export function rejectionTextOf<Word>(
  words: RejectionTexts<Word>,
  { reason }: Pick<PaperRejection, 'reason'>,
): Word {
  const isShort = reason === 'insufficient_funds' || reason === 'insufficient_holdings'
  return words[isShort ? 'insufficient' : reason] ?? words.otherwise(reason)
}

/** Returns the result of a successful call. @throws the venue's error for a rejection */
export function requireAccepted<Done extends PaperOrderResult | Cancelled>(
  done: Done | Rejected,
  refusalOf: (rejection: PaperRejection) => Error,
): Done {
  if (done.rejected !== undefined) throw refusalOf(done.rejected)
  return done as Done
}
