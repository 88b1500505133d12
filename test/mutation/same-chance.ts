import * as fc from 'fast-check'

// A change is either noticed or not: the same chance for each, a little of it, and no search for the smallest failing case.
fc.configureGlobal({ seed: 1, numRuns: 25, endOnFailure: true })
