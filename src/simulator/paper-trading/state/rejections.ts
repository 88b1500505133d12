import type { Cancelled, PaperOrderResult, PaperRejection, Rejected } from './types.js'

type Reason = PaperRejection['reason']
type Short = 'insufficient_funds' | 'insufficient_holdings'

/** What a venue says for why an order was not taken, by the desk's reasons; money and contracts are wanting alike. */
export type RejectionTexts<Word> = Readonly<
  Partial<Record<Exclude<Reason, Short> | 'insufficient', Word>>
> & {
  /** Of a reason for which it has no word of its own. */
  readonly otherwise: (reason: Reason) => Word
}

/** The venue's word for a rejection. */
export function rejectionTextOf<Word>(
  words: RejectionTexts<Word>,
  { reason }: Pick<PaperRejection, 'reason'>,
): Word {
  const isShort = reason === 'insufficient_funds' || reason === 'insufficient_holdings'
  return words[isShort ? 'insufficient' : reason] ?? words.otherwise(reason)
}

/** What the desk has done. @throws the venue's answer where it has not */
export function accepted<Done extends PaperOrderResult | Cancelled>(
  done: Done | Rejected,
  refusalOf: (rejection: PaperRejection) => Error,
): Done {
  if (done.rejected !== undefined) throw refusalOf(done.rejected)
  return done as Done
}
