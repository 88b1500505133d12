import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Rule } from './findings.js'

/** Ways in which the books of a venue differ by its nature, each with its reason. */
interface BooksExceptions {
  /** The outcomes have books of their own, which need not be one book seen from two sides. */
  readonly twoBooks?: { readonly why: string }
  /** What does not add up and is known: the rules that some sequence breaks. A rule that none breaks any more is a failure. */
  readonly unmended?: { readonly rules: readonly Rule[]; readonly why: string }
}

export const booksExceptions: Partial<Record<VenueId, BooksExceptions>> = {
  smarkets: {
    twoBooks: { why: 'each contract has quotes of its own (src/venues/smarkets/README.md)' },
  },
}
